/** Whether a payment is the one that the portal asked for. */
import type { Profile } from "#functions/customer/profile.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";
import type { Checkout } from "./checkout-table.ts";
import type { Mismatch } from "./unexpected-payment-table.ts";

interface ExpectedPayment {
  sub: string;
  profile: Profile;
  checkout: Checkout | undefined;
  /** Id of the Checkout Session that was paid, if known. */
  sessionId: string | undefined;
}

/** Returns undefined if the subscription is the one of this customer's checkout. */
export function findMismatch(
  subscription: SubscriptionFacts,
  expected: ExpectedPayment,
): Mismatch | undefined {
  const { sub, profile, checkout, sessionId } = expected;
  if (!isOwnCustomer(subscription, profile)) return "customer";
  if (checkout === undefined) return "checkout";
  const isRecorded = sessionId !== undefined && sessionId === checkout.sessionId;
  if (!isRecorded && !isOwnAttempt(subscription, sub, checkout)) return "checkout";
  return isPriceOf(checkout, subscription) ? undefined : "price";
}

/** True for a second subscription of the standard plan for this customer. */
export const isSecondSubscription = (
  subscription: SubscriptionFacts,
  { sub, profile, checkout }: ExpectedPayment,
): boolean =>
  isOwnCustomer(subscription, profile) &&
  subscription.sub === sub &&
  checkout !== undefined &&
  isPriceOf(checkout, subscription);

const isOwnCustomer = ({ stripeCustomerId }: SubscriptionFacts, profile: Profile): boolean =>
  profile.stripeCustomerId !== undefined && profile.stripeCustomerId === stripeCustomerId;

/** Attempts are numbered from 1. */
function isOwnAttempt(subscription: SubscriptionFacts, sub: string, checkout: Checkout): boolean {
  const attempt = Number(subscription.attempt);
  return subscription.sub === sub && Number.isInteger(attempt) && attempt >= 1 && attempt <= checkout.attempt;
}

const isPriceOf = ({ price: asked }: Checkout, { price }: SubscriptionFacts): boolean =>
  price !== undefined &&
  price.id === asked.id &&
  price.currency === "jpy" &&
  price.unitAmount === asked.amountYen;
