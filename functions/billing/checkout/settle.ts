import { readCustomer } from "#functions/customer/profile.ts";
import type { TaskOutcome } from "#functions/tasks/run.ts";
import { expireCheckoutSession, findPaymentSession } from "../stripe/checkout-sessions.ts";
import { findSubscription } from "../stripe/subscription-changes.ts";
import {
  type Checkout,
  checkoutUnchanged,
  closeCheckout,
  isPending,
  readCheckout,
} from "./checkout-table.ts";
import { fulfil, fulfilCard } from "./fulfil.ts";

/** Longer than any function runs. */
const abandonedMs = 2 * 60_000;

/** True if no request can still be working on the attempt. */
export const isAbandoned = ({ state, startedAt }: Checkout): boolean =>
  state === "creating" && Date.now() - Date.parse(startedAt) >= abandonedMs;

/**
 * Settles a pending checkout that no request can still be working on. Takes over objects that exist at Stripe
 * and creates none: the customer was shown an error and can choose again.
 */
export async function settleCheckout(sub: string): Promise<TaskOutcome> {
  const checkout = await readCheckout(sub);
  // The checkout may be settled already, and the task belong to another attempt.
  if (!isPending(checkout)) return [checkoutUnchanged(sub, checkout)];
  if (checkout.state === "open") {
    // The former contract was paid after all, or an operator gave the plan: a payment on the page would be
    // refunded.
    if ((await readCustomer(sub))?.plan === "standard") await expireCheckoutSession(checkout.sessionId);
    await fulfilCard(sub, checkout.sessionId);
  } else if (isAbandoned(checkout)) await closeAbandoned(checkout);
  // The write that settles the checkout deletes its task.
  return "waiting";
}

async function closeAbandoned(checkout: Checkout): Promise<void> {
  const { sub, attempt, mode } = checkout;
  const stripeCustomerId = (await readCustomer(sub))?.stripeCustomerId;
  if (stripeCustomerId === undefined) return void (await closeCheckout(checkout));
  if (mode === "invoice") {
    const subscription = await findSubscription(stripeCustomerId, attempt);
    if (subscription) return void (await fulfil(sub, subscription));
  } else {
    const page = await findPaymentSession(stripeCustomerId, attempt);
    if (page) await expireCheckoutSession(page.id);
  }
  await closeCheckout(checkout);
}
