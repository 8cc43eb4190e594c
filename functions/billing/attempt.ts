/** What an attempt to pay makes at Stripe, under keys that are the attempt's own: whoever joins in makes the same. */

import type { Profile } from "../customer/profile.ts";
import { type Checkout, closeCheckout, readCheckout, recordSession } from "./checkout-table.ts";
import { idempotencyKey, payerFor } from "./payer.ts";
import { StripeFailed } from "./stripe/failure.ts";
import { expireSession, findCardSession, openCardSession, type PaymentPage } from "./stripe/sessions.ts";
import { findSubscription, type SubscriptionFacts, subscribeByInvoice } from "./stripe/subscriptions.ts";

/** The attempt's page; undefined when the checkout went another way meanwhile. Throws `StripeFailed`. */
export async function openPage(checkout: Checkout, profile: Profile): Promise<PaymentPage | undefined> {
  const page = await makeOnce(checkout, profile, {
    make: (wish) =>
      openCardSession({ ...wish, successPath: checkout.successPath }, idempotencyKey(checkout, "session")),
    find: findCardSession,
  });
  if (await recordSession(checkout, page.id)) return page;
  const now = await readCheckout(checkout.sub);
  // Unless somebody recorded this very page, the attempt is over and nobody must pay it any more.
  if (now?.sessionId !== page.id) await expireSession(page.id);
  return undefined;
}

/** The attempt's subscription. Throws `StripeFailed`. */
export const subscribe = (checkout: Checkout, profile: Profile): Promise<SubscriptionFacts> =>
  makeOnce(checkout, profile, {
    make: (wish) => subscribeByInvoice(wish, idempotencyKey(checkout, "subscription")),
    find: findSubscription,
  });

interface Wish {
  sub: string;
  customerId: string;
  stripeCustomerId: string;
  attempt: number;
}

interface Making<T> {
  make(wish: Wish): Promise<T>;
  find(stripeCustomerId: string, attempt: number): Promise<T | undefined>;
}

/**
 * After an error Stripe repeats the error under that key for a day, whether or not the work was done: it is looked for, and
 * only when it is not there the attempt is given up, so that the next one has a fresh key.
 */
async function makeOnce<T>(checkout: Checkout, profile: Profile, { make, find }: Making<T>): Promise<T> {
  const { sub, attempt } = checkout;
  let stripeCustomerId: string | undefined;
  try {
    stripeCustomerId = await payerFor(checkout, profile);
    return await make({ sub, attempt, stripeCustomerId, customerId: profile.customerId });
  } catch (error) {
    if (!(error instanceof StripeFailed) || !["burnt", "refused"].includes(error.failure)) throw error;
    const found = stripeCustomerId === undefined ? undefined : await find(stripeCustomerId, attempt);
    if (found !== undefined) return found;
    await closeCheckout(checkout);
    throw error;
  }
}
