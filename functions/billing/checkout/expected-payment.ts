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

interface Comparison {
  /** Undefined if the subscription is the one of this customer's checkout. */
  mismatch: Mismatch | undefined;
  /** The portal sold it to this customer, by this attempt or another: it may be a second subscription of the standard plan. */
  isOwnSale: boolean;
}

export function compareWithCheckout(subscription: SubscriptionFacts, expected: ExpectedPayment): Comparison {
  const { sub, profile, checkout, sessionId } = expected;
  if (!isOwnCustomer(subscription, profile)) return { mismatch: "customer", isOwnSale: false };
  if (checkout === undefined) return { mismatch: "checkout", isOwnSale: false };
  const isRecorded = sessionId !== undefined && sessionId === checkout.sessionId;
  const isExpected = isRecorded || isOwnAttempt(subscription, sub, checkout);
  const isPriced = isPriceOf(checkout, subscription);
  const priceMismatch = isPriced ? undefined : "price";
  return {
    mismatch: isExpected ? priceMismatch : "checkout",
    isOwnSale: subscription.sub === sub && isPriced,
  };
}

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
