/**
 * Creates the Stripe objects of one attempt. Concurrent requests use the same idempotency keys and get the
 * same objects.
 */

import type { Profile } from "#functions/customer/profile.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { storeStripeCustomerId } from "../customer/find-customer.ts";
import { detailsOf } from "../customer/sync-customer.ts";
import { StripeCallError } from "../stripe/call-error.ts";
import {
  type CheckoutSessionPage,
  createPaymentSession,
  expireCheckoutSession,
  findPaymentSession,
} from "../stripe/checkout-sessions.ts";
import {
  createCustomer,
  eraseStripeCustomer,
  findCustomer,
  isErased,
  isOfDeleted,
  setInvoiceFields,
  updateCustomer,
} from "../stripe/customers.ts";
import {
  createInvoicedSubscription,
  findSubscription,
  type NewSubscription,
} from "../stripe/subscription-changes.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";
import { type Checkout, closeCheckout, readCheckout, recordCheckoutSession } from "./checkout-table.ts";

/**
 * Returns the attempt's Checkout Session, or undefined if the checkout or the Stripe customer changed since
 * they were read. Throws `StripeCallError`.
 */
export async function openCheckoutSession(
  checkout: Checkout,
  profile: Profile,
): Promise<CheckoutSessionPage | undefined> {
  const { successPath, cancelPath } = checkout;
  const create = (params: NewSubscription) =>
    createPaymentSession({ ...params, successPath, cancelPath }, idempotencyKey(checkout, "session"));
  const page = await createOnce(checkout, profile, create, findPaymentSession);
  if (!page) return undefined;
  if (await recordCheckoutSession(checkout, page.id)) return page;
  const now = await readCheckout(checkout.sub);
  // Another request ended this attempt: expire the session so that it cannot be paid.
  if (now?.sessionId !== page.id) await expireCheckoutSession(page.id);
  return undefined;
}

/**
 * Returns the attempt's subscription, or undefined if the Stripe customer changed since it was read. Throws
 * `StripeCallError`.
 */
export const createSubscription = (
  checkout: Checkout,
  profile: Profile,
): Promise<SubscriptionFacts | undefined> =>
  createOnce(
    checkout,
    profile,
    (params) => createInvoicedSubscription(params, idempotencyKey(checkout, "subscription")),
    findSubscription,
  );

/**
 * Creates the attempt's object once. After an error, Stripe repeats the error for the same key for a day,
 * even if the object was created: so looks for the object. If there is none, closes the attempt, so that the
 * next one uses a new key. Returns undefined if the Stripe customer was deleted meanwhile: the next attempt
 * creates another one, or finds no account.
 */
async function createOnce<T>(
  checkout: Checkout,
  profile: Profile,
  create: (params: NewSubscription) => Promise<T>,
  find: (stripeCustomerId: string, attempt: number) => Promise<T | undefined>,
): Promise<T | undefined> {
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
    if (stripeCustomerId !== undefined && (await isErased(stripeCustomerId))) return undefined;
    throw error;
  }
}

/** Returns the idempotency key of one call of an attempt. */
export const idempotencyKey = ({ sub, attempt }: Pick<Checkout, "sub" | "attempt">, step: string): string =>
  `${sub}/${attempt}/${step}`;

/**
 * Returns the id of the Stripe customer, with current billing details. Creates one if there is none or it was
 * deleted. Throws `StripeCallError`.
 */
async function stripeCustomerFor(checkout: Checkout, profile: Profile): Promise<string> {
  const id = profile.stripeCustomerId ?? (await newStripeCustomer(checkout, profile));
  if (await writeBill(id, checkout, profile)) return id;
  const { sub } = checkout;
  const another = await createCustomer(sub, profile.customerId, idempotencyKey(checkout, "customer"));
  const current = await store(sub, another, id);
  await writeBill(current, checkout, profile);
  return current;
}

/**
 * Updates Stripe's billing details. Returns false if the Stripe customer was deleted. Throws
 * `StripeCallError`.
 */
export async function writeBill(
  stripeCustomerId: string,
  { invoiceFields }: Checkout,
  profile: Profile,
): Promise<boolean> {
  try {
    await updateCustomer(stripeCustomerId, detailsOf(profile));
    if (invoiceFields) await setInvoiceFields(stripeCustomerId, invoiceFields);
    return true;
  } catch (error) {
    if (await isOfDeleted(stripeCustomerId, error)) return false;
    throw error;
  }
}

async function newStripeCustomer(checkout: Checkout, profile: Profile): Promise<string> {
  const { sub, attempt } = checkout;
  // An earlier attempt may have created one without storing its id.
  const earlier = attempt === 1 ? undefined : await findCustomer(sub, checkout.firstStartedAt);
  return store(sub, earlier ?? (await createStripeCustomer(checkout, profile)));
}

/**
 * Stores the id of a Stripe customer and returns the current one. If the customer was erased meanwhile,
 * erases the Stripe customer too and throws 404.
 */
async function store(sub: string, stripeCustomerId: string, gone?: string): Promise<string> {
  const current = await storeStripeCustomerId(sub, stripeCustomerId, gone);
  if (current !== undefined) return current;
  await eraseStripeCustomer(stripeCustomerId);
  throw new HttpError("not_found");
}

/**
 * Creates a Stripe customer and returns its id. After a 500, Stripe repeats the error for the same key, even
 * if the customer was created: so looks for it first.
 */
async function createStripeCustomer(checkout: Checkout, { customerId }: Profile): Promise<string> {
  const { sub, firstStartedAt } = checkout;
  try {
    return await createCustomer(sub, customerId, `${sub}/customer`);
  } catch (error) {
    if (!(error instanceof StripeCallError) || error.failure !== "key_consumed") throw error;
    const created = await findCustomer(sub, firstStartedAt);
    return created ?? createCustomer(sub, customerId, idempotencyKey(checkout, "customer"));
  }
}
