import { type BillingFields, toBillingParameters } from "#shared/customer/billing-contact.ts";
import { checkoutSession, type ResponseOf, subscription } from "#shared/endpoints.ts";
import type { InvoiceFields } from "#shared/invoice-fields.ts";
import { limits } from "#shared/limits.ts";
import { paths } from "#shared/site/paths.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

/**
 * Returns an id that connects the return from the card provider to this browser: 15 random letters and
 * digits, the first of 80 in base64.
 */
export const newUuid = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(60))))
    .replace(/[+/]/g, "")
    .slice(0, limits.uuidLength);

/** The billing contact and the invoice fields. Without invoice fields, the stored ones stay. */
export interface Bill {
  contact: BillingFields;
  invoiceFields?: InvoiceFields | undefined;
}

/** The customer's plan and payment type after the purchase. */
export type Purchased = ResponseOf<typeof subscription>["result"];
/** The screens on which a payment can start, to which cancelling it returns. */
export type PurchasePath = typeof paths.upgrade | typeof paths.contract;

/** Creates a Checkout Session and returns its page's URL. Throws as `callApi` does. */
export async function openCheckout(
  { contact, invoiceFields }: Bill,
  cancelPath: PurchasePath,
): Promise<string> {
  const uuid = newUuid();
  tabStorage.write("uuid", uuid);
  const { url, success_path } = await callApi(checkoutSession, {
    query: {
      cancel_path: cancelPath,
      success_path: `${paths.upgradePayment}?uuid=${uuid}`,
      ...toBillingParameters(contact),
      ...invoiceFields,
    },
  });
  // An open Checkout Session that another press or tab created is returned with its uuid.
  const returned = new URLSearchParams(success_path.split("?")[1]).get("uuid");
  if (returned !== null) tabStorage.write("uuid", returned);
  return url;
}

/** Buys the plan by invoice, at the price on the screen. Throws as `callApi` does. */
export async function applyForInvoice(
  { contact, invoiceFields }: Bill,
  shownYen: number,
): Promise<Purchased> {
  const body = {
    mode: "invoice" as const,
    ...toBillingParameters(contact),
    ...invoiceFields,
    price_yen: shownYen,
  };
  return (await callApi(subscription, { body })).result;
}

/** Stores the plan and payment type of the purchase, and deletes its drafts. */
export function storePurchase({ plan, paymentType }: Purchased): void {
  tabStorage.write("plan", plan);
  tabStorage.write("paymentType", paymentType);
  for (const key of ["uuid", "upgradeInfo", "resubscriptionInfo"] as const) tabStorage.remove(key);
}
