import { readCustomer } from "#functions/customer/profile.ts";
import { expireSession, findPaymentSession } from "../stripe/sessions.ts";
import { findSubscription } from "../stripe/subscription-changes.ts";
import {
  type Checkout,
  closeCheckout,
  deletePendingCheckout,
  isPending,
  markChecked,
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
export async function settleCheckout(sub: string): Promise<void> {
  const checkout = await readCheckout(sub);
  if (!isPending(checkout)) return void (await deletePendingCheckout(sub, checkout));
  // First, so that a checkout that fails every time does not delay the others.
  await markChecked(sub);
  if (checkout.state === "open" && checkout.sessionId !== undefined) {
    // A payment there would be refunded: the former contract was paid after all, or an operator gave the plan.
    if ((await readCustomer(sub))?.plan === "standard") await expireSession(checkout.sessionId);
    await fulfilCard(sub, checkout.sessionId);
    return;
  }
  if (isAbandoned(checkout)) await closeAbandoned(checkout);
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
    if (page) await expireSession(page.id);
  }
  await closeCheckout(checkout);
}
