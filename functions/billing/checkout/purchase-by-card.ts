import { type PriceToPay, priceToPay } from "#functions/quotes/price-to-pay.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { expireCheckoutSession, readCheckoutSession } from "../stripe/checkout-sessions.ts";
import {
  type Checkout,
  claimCheckout,
  isPending,
  type OpenCheckout,
  saveInvoiceFields,
} from "./checkout-table.ts";
import { openCheckoutSession, writeBill } from "./create-stripe-objects.ts";
import { fulfilCheckoutSession } from "./fulfil.ts";
import { type Purchase, pause, repeatUntilDone } from "./purchase.ts";
import { finishInvoice } from "./purchase-by-invoice.ts";

interface CheckoutPage {
  sessionId: string;
  /** Stripe's payment page, or the site's return page if the session was paid already. */
  url: string;
  successPath: string;
}

type ReturnPaths = Pick<Checkout, "successPath" | "cancelPath">;

/**
 * Returns the customer's open Checkout Session, which another tab or device may have opened. `siteUrl` is the
 * site's origin.
 */
export async function openCardCheckout(
  purchase: Purchase,
  returnPaths: ReturnPaths,
  siteUrl: string,
): Promise<CheckoutPage> {
  const { sub, invoiceFields } = purchase;
  return repeatUntilDone(
    purchase,
    async ({ profile, checkout, canTakeOver }) => {
      if (isPending(checkout) && checkout.mode === "invoice")
        return canTakeOver ? finishInvoice(checkout, profile) : pause();
      if (checkout?.state === "creating" && !canTakeOver) return pause();
      const price = await priceToPay(sub, profile);
      if (checkout?.state === "open" && !(await expireAtOtherPrice(checkout, price))) {
        // The open page creates the invoice when it is paid.
        const latest = await saveInvoiceFields(checkout, invoiceFields);
        if (!latest) return undefined;
        const { stripeCustomerId } = profile;
        if (stripeCustomerId !== undefined && (await writeBill(stripeCustomerId, latest, profile)))
          return reopen(latest, siteUrl);
        // The page of a deleted Stripe customer cannot be paid: another attempt creates another Stripe
        // customer.
        await expireCheckoutSession(latest.sessionId);
      }
      const attempt =
        checkout?.state === "creating"
          ? await saveInvoiceFields(checkout, invoiceFields)
          : await claimCheckout(sub, checkout, {
              mode: "card",
              invoiceFields,
              price,
              ...returnPaths,
            });
      const page = attempt && (await openCheckoutSession(attempt, profile));
      return page && { sessionId: page.id, url: page.url, successPath: attempt.successPath };
    },
    () => {
      throw new HttpError("forbidden");
    },
  );
}

/** Expires a session at another price than the screen shows now. Returns true if it can no longer be paid. */
async function expireAtOtherPrice(checkout: OpenCheckout, { id, amountYen }: PriceToPay): Promise<boolean> {
  const { price } = checkout;
  if (price.id === id && price.amountYen === amountYen) return false;
  return expireCheckoutSession(checkout.sessionId);
}

async function reopen(
  { sub, sessionId, successPath }: OpenCheckout,
  siteUrl: string,
): Promise<CheckoutPage | undefined> {
  const session = await readCheckoutSession(sessionId);
  if (session.state === "open") return { sessionId, url: session.url, successPath };
  // The return page waits for the result.
  if (session.state === "processing") return { sessionId, url: `${siteUrl}${successPath}`, successPath };
  const outcome = await fulfilCheckoutSession(sub, session);
  return outcome === "fulfilled" ? { sessionId, url: `${siteUrl}${successPath}`, successPath } : undefined;
}
