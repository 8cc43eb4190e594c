import { readCustomer } from "../../customer/customer-table.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { expireSession, findPaymentSession } from "../stripe/sessions.ts";
import { findSubscription } from "../stripe/subscriptions.ts";
import {
  type Checkout,
  closeCheckout,
  deletePendingCheckout,
  isPending,
  markChecked,
  readCheckout,
} from "./checkout-table.ts";
import { fulfil, fulfilCard } from "./fulfil.ts";

/** Longer than any function may still be at it. */
const abandonedMs = 2 * 60_000;

/**
 * A checkout that nobody may be looking at any more. What Stripe has done is followed; what nobody asked Stripe for is not
 * begun, because the customer was shown an error and is free to choose again.
 */
export async function settleCheckout(sub: string, audit: AuditContext): Promise<void> {
  const checkout = await readCheckout(sub);
  if (!isPending(checkout)) return deletePendingCheckout(sub);
  // Before Stripe is asked: one that fails every time must not keep the others waiting.
  await markChecked(sub);
  if (checkout.state === "open" && checkout.sessionId !== undefined) {
    await fulfilCard(sub, checkout.sessionId, audit);
    return;
  }
  if (Date.now() - Date.parse(checkout.startedAt) >= abandonedMs) await closeAbandoned(checkout, audit);
}

async function closeAbandoned(checkout: Checkout, audit: AuditContext): Promise<void> {
  const { sub, attempt, mode } = checkout;
  const stripeCustomerId = (await readCustomer(sub))?.stripeCustomerId;
  if (stripeCustomerId === undefined) return void (await closeCheckout(checkout));
  if (mode === "invoice") {
    const subscription = await findSubscription(stripeCustomerId, attempt);
    if (subscription) return void (await fulfil(sub, subscription, audit));
  } else {
    const page = await findPaymentSession(stripeCustomerId, attempt);
    if (page) await expireSession(page.id);
  }
  await closeCheckout(checkout);
}
