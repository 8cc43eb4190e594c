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

/** No request is working any more on what it asked Stripe for. */
export const isAbandoned = ({ state, startedAt }: Checkout): boolean =>
  state === "creating" && Date.now() - Date.parse(startedAt) >= abandonedMs;

/**
 * Settles a pending checkout that no request may be working on any more. It takes over what exists at Stripe and creates
 * nothing new, because the customer was shown an error and can choose again.
 */
export async function settleCheckout(sub: string): Promise<TaskOutcome> {
  const checkout = await readCheckout(sub);
  // The task may be another attempt's by now.
  if (!isPending(checkout)) return [checkoutUnchanged(sub, checkout)];
  if (checkout.state === "open") {
    // A payment there would be refunded: the former contract was paid after all, or an operator gave the plan.
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
