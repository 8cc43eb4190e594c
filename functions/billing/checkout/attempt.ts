/** What an attempt to pay creates at Stripe, under idempotency keys of the attempt: whoever joins in gets the same. */

import type { Profile } from "../../customer/profile.ts";
import { idempotencyKey, stripeCustomerFor } from "../customer/stripe-customer.ts";
import { StripeCallError } from "../stripe/failure.ts";
import {
  createPaymentSession,
  expireSession,
  findPaymentSession,
  type SessionPage,
} from "../stripe/sessions.ts";
import {
  createInvoicedSubscription,
  findSubscription,
  type NewSubscription,
  type SubscriptionFacts,
} from "../stripe/subscriptions.ts";
import { type Checkout, closeCheckout, readCheckout, recordSession } from "./checkout-table.ts";

/** The attempt's page; undefined when the checkout went another way meanwhile. Throws `StripeCallError`. */
export async function openSession(checkout: Checkout, profile: Profile): Promise<SessionPage | undefined> {
  const page = await createOnce(checkout, profile, {
    create: (params) =>
      createPaymentSession(
        { ...params, successPath: checkout.successPath },
        idempotencyKey(checkout, "session"),
      ),
    find: findPaymentSession,
  });
  if (await recordSession(checkout, page.id)) return page;
  const now = await readCheckout(checkout.sub);
  // Unless somebody recorded this very page, the attempt is over and nobody must pay it any more.
  if (now?.sessionId !== page.id) await expireSession(page.id);
  return undefined;
}

/** The attempt's subscription. Throws `StripeCallError`. */
export const createSubscription = (checkout: Checkout, profile: Profile): Promise<SubscriptionFacts> =>
  createOnce(checkout, profile, {
    create: (params) => createInvoicedSubscription(params, idempotencyKey(checkout, "subscription")),
    find: findSubscription,
  });

interface CreateOrFind<T> {
  create(params: NewSubscription): Promise<T>;
  find(stripeCustomerId: string, attempt: number): Promise<T | undefined>;
}

/**
 * After an error Stripe repeats the error under that key for a day, whether or not the work was done: it is looked for, and
 * only when it is not there the attempt is given up, so that the next one has a fresh key.
 */
async function createOnce<T>(
  checkout: Checkout,
  profile: Profile,
  { create, find }: CreateOrFind<T>,
): Promise<T> {
  const { sub, attempt, price } = checkout;
  let stripeCustomerId: string | undefined;
  try {
    stripeCustomerId = await stripeCustomerFor(checkout, profile);
    return await create({ sub, attempt, price, stripeCustomerId, customerId: profile.customerId });
  } catch (error) {
    if (!(error instanceof StripeCallError) || !["key_consumed", "refused"].includes(error.failure))
      throw error;
    const found = stripeCustomerId === undefined ? undefined : await find(stripeCustomerId, attempt);
    if (found !== undefined) return found;
    await closeCheckout(checkout);
    throw error;
  }
}
