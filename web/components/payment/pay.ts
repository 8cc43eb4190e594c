import { type BillingFields, toBillingParameters } from "#shared/customer/billing-contact.ts";
import { checkoutSession, type ResponseOf, subscription } from "#shared/endpoints.ts";
import type { InvoiceFields } from "#shared/invoice-fields.ts";
import { limits } from "#shared/limits.ts";
import { paths } from "#shared/site/paths.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { session } from "#web/lib/session/session.ts";

/** Ties the return from the card provider to this browser: 15 random letters and digits, the first of 80 in base64. */
export const newUuid = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(60))))
    .replace(/[+/]/g, "")
    .slice(0, limits.uuidLength);

/** The recipient of the invoices, and their further fields. Without it, the stored values stay. */
export interface Bill {
  contact: BillingFields;
  invoiceFields?: InvoiceFields | undefined;
}

/** The customer's plan and way to pay after the purchase. */
export type Purchased = ResponseOf<typeof subscription>["result"];
/** The screens that a payment may begin from, which is where cancelling it leads back to. */
export type PurchasePath = typeof paths.upgrade | typeof paths.contract;

/** Opens the card provider's page; resolves to its address. Throws as `callApi` does. */
export async function openCheckout(
  { contact, invoiceFields }: Bill,
  cancelPath: PurchasePath,
): Promise<string> {
  const uuid = newUuid();
  session.write("uuid", uuid);
  const { url, success_path } = await callApi(checkoutSession, {
    query: {
      cancel_path: cancelPath,
      success_path: `${paths.upgradePayment}?uuid=${uuid}`,
      ...toBillingParameters(contact),
      ...invoiceFields,
    },
  });
  // An open session that another click or tab began returns with that one's uuid.
  const returned = new URLSearchParams(success_path.split("?")[1]).get("uuid");
  if (returned !== null) session.write("uuid", returned);
  return url;
}

/** The purchase itself, at the price that the screen shows. Throws as `callApi` does. */
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

/** Replaces the stored plan and way to pay; what was typed for the purchase goes. */
export function storePurchase({ plan, paymentType }: Purchased): void {
  session.write("plan", plan);
  session.write("paymentType", paymentType);
  for (const key of ["uuid", "upgradeInfo", "resubscriptionInfo"] as const) session.remove(key);
}
