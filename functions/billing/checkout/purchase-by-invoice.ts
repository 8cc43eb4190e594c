import type { Profile } from "#functions/customer/profile.ts";
import { type PriceToPay, priceToPay } from "#functions/quotes/price-to-pay.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { saveContact } from "../customer/save-contact.ts";
import { expireCheckoutSession, readCheckoutSession } from "../stripe/checkout-sessions.ts";
import { hasLateInvoice } from "../stripe/invoice-list.ts";
import {
  type Checkout,
  claimCheckout,
  isPending,
  type OpenCheckout,
  saveInvoiceFields,
} from "./checkout-table.ts";
import { createSubscription, openCheckoutSession } from "./create-stripe-objects.ts";
import { fulfil, fulfilCheckoutSession } from "./fulfil.ts";
import { type Purchase, pause, repeatUntilDone } from "./purchase.ts";

/**
 * Returns the profile on the standard plan: by this invoice, or by a card payment that completed before.
 * Throws 409 if the price has risen.
 */
export async function purchaseByInvoice(purchase: Purchase): Promise<Profile> {
  const { sub, contact, invoiceFields } = purchase;
  return repeatUntilDone<Profile>(
    purchase,
    async ({ profile, checkout, canTakeOver }) => {
      if (isPending(checkout) && checkout.mode === "invoice") {
        if (!canTakeOver) return pause();
        requireShownPrice(purchase, checkout.price);
        const latest = await saveInvoiceFields(checkout, invoiceFields);
        return latest && finishInvoice(latest, profile);
      }
      if (checkout?.state === "creating") {
        if (!canTakeOver) return pause();
        await openCheckoutSession(checkout, profile);
        return undefined;
      }
      if (checkout?.state === "open" && !(await expireCardSession(checkout))) return undefined;
      const price = await priceToPay(sub, profile);
      requireShownPrice(purchase, price);
      await requireNothingLate(profile);
      const params = {
        mode: "invoice",
        invoiceFields,
        price,
        successPath: "",
        cancelPath: "",
      } as const;
      const attempt = await claimCheckout(sub, checkout, params);
      return attempt && finishInvoice(attempt, profile);
    },
    (profile, { isFirstAttempt, isContactKept }) => {
      const { plan, paymentType } = profile;
      // Excludes a plan that an operator gave without a payment.
      const isBought = paymentType === "invoice" || (paymentType === "card" && !isFirstAttempt);
      if (plan !== "standard" || !isBought) throw new HttpError("forbidden");
      // The response to an earlier request was lost, and the contact corrected before this one.
      return isContactKept ? profile : saveContact(sub, profile, contact);
    },
  );
}

/** Throws 409 if a quote has expired, or the price has risen, since the screen was opened. */
function requireShownPrice({ shownYen }: Purchase, { amountYen }: Pick<PriceToPay, "amountYen">): void {
  if (shownYen === undefined || amountYen <= shownYen) return;
  throw new HttpError("conflict", {
    message:
      "表示中の料金は変更されています。画面を再読み込みし、料金をご確認のうえ、もう一度お申し込みください。",
  });
}

/**
 * Throws 409 while an invoice is late: a customer who is late with one invoice does not get the plan by
 * another. Decision 45.
 */
async function requireNothingLate({ stripeCustomerId }: Profile): Promise<void> {
  if (stripeCustomerId === undefined || !(await hasLateInvoice(stripeCustomerId))) return;
  throw new HttpError("conflict", {
    message:
      "お支払いを確認できていない請求書があるため、請求書払いではお申し込みいただけません。「ご契約とお支払い」から請求書をお支払いいただくか、クレジットカードでお申し込みください。",
  });
}

export async function finishInvoice(checkout: Checkout, profile: Profile): Promise<undefined> {
  const subscription = await createSubscription(checkout, profile);
  if (subscription) await fulfil(checkout.sub, subscription);
  return undefined;
}

/**
 * Expires a session. Returns true if it can no longer be paid; a paid session is fulfilled instead. Throws
 * 409 while the payment is processing.
 */
async function expireCardSession({ sub, sessionId }: OpenCheckout): Promise<boolean> {
  if (await expireCheckoutSession(sessionId)) return true;
  const outcome = await fulfilCheckoutSession(sub, await readCheckoutSession(sessionId));
  if (outcome === "processing") throw new HttpError("conflict");
  return false;
}
