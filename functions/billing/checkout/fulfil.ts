/**
 * Fulfils a payment: the only change from trial to standard, and from a suspended plan to a new contract.
 * Webhook, return page and reconciler all call it. It reads the state from Stripe and writes one transaction,
 * so that it can run any number of times, concurrently and in any order.
 */

import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { endContract } from "../contract/sync-contract.ts";
import { type CheckoutSessionFacts, readCheckoutSession } from "../stripe/checkout-sessions.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";
import { activateStandardPlan } from "./activate-standard-plan.ts";
import { type Checkout, closeCheckout, closeWrites, isPending, readCheckout } from "./checkout-table.ts";
import { undoPayment, wasUndone } from "./undo-payment.ts";
import { type Mismatch, reportUnexpectedPayment } from "./unexpected-payment-table.ts";

/**
 * `fulfilled`: the plan is standard by this payment. `duplicate`: it is standard by another payment, and this
 * one was refunded. `closed`: the account was closed before, and this payment was refunded. `unexpected`: the
 * portal did not request this payment, and nothing changed. `processing`: the result is not known yet.
 * `open`: can still be paid. `expired`: can no longer be paid.
 */
export type CheckoutOutcome =
  | "fulfilled"
  | "duplicate"
  | "closed"
  | "unexpected"
  | "processing"
  | "open"
  | "expired";

/** Throws 403 for a session that is another customer's. */
export async function fulfilCard(sub: string, sessionId: string): Promise<CheckoutOutcome> {
  return fulfilCheckoutSession(sub, await readCheckoutSession(sessionId));
}

export async function fulfilCheckoutSession(
  sub: string,
  session: CheckoutSessionFacts,
): Promise<CheckoutOutcome> {
  if (session.owner !== sub) throw new HttpError("forbidden");
  switch (session.state) {
    case "paid":
      if (session.subscription) return fulfil(sub, session.subscription, session.id);
      await reportUnexpectedPayment({ ...session, sub, mismatch: "no-subscription" });
      return "unexpected";
    case "declined":
    case "expired":
      await closeUnpaid(sub, session);
      return "expired";
    case "card-added":
      return "expired";
    default:
      return session.state;
  }
}

/** Most rounds of a fulfilment, each after another request wrote first. */
const mostRounds = 10;

/**
 * Fulfils the payment of `subscription`, as just read from Stripe. `sessionId`: the Checkout Session that
 * created it. Throws 409 if the profile or the former contract changes each time that it is read.
 */
export async function fulfil(
  sub: string,
  subscription: SubscriptionFacts,
  sessionId?: string,
): Promise<CheckoutOutcome> {
  for (let round = 0; round < mostRounds; round += 1) {
    const outcome = await fulfilOnce(sub, subscription, sessionId);
    if (outcome !== undefined) return outcome;
  }
  throw new HttpError("conflict");
}

/** Returns undefined if another request wrote first, with this payment or another one. */
async function fulfilOnce(
  sub: string,
  subscription: SubscriptionFacts,
  sessionId: string | undefined,
): Promise<CheckoutOutcome | undefined> {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (!profile) throw new Error(`A subscription names somebody who is no customer: ${subscription.id}`);
  if (profile.subscriptionId === subscription.id) return "fulfilled";
  const { state } = subscription.contract;
  const expected = { sub, profile, checkout, sessionId };
  const { mismatch, isOwnSale } = compareWithCheckout(subscription, expected);
  if (isOwnSale && (await isDuplicate(expected, subscription))) {
    const isOver = state === "over";
    if (!isOver) await undoPayment(sub, profile, subscription, "duplicate");
    await closeAttempt(checkout, subscription);
    return isOver ? "expired" : "duplicate";
  }
  if (mismatch !== undefined) {
    if (state !== "in-force") return "expired";
    await reportUnexpectedPayment({ ...subscription, sub, mismatch });
    return "unexpected";
  }
  if (state !== "in-force") return endAttempt(checkout, subscription);
  if (profile.closedAt !== undefined) {
    await undoPayment(sub, profile, subscription, "closed");
    return "closed";
  }
  const { subscriptionId: former } = profile;
  if (former !== undefined && !(await endContract(former))) return undefined;
  const isActivated = await activateStandardPlan(sub, profile, checkout, subscription);
  return isActivated ? "fulfilled" : undefined;
}

interface ExpectedPayment {
  sub: string;
  profile: Profile;
  checkout: Checkout | undefined;
  /** Id of the Checkout Session that was paid, if known. */
  sessionId: string | undefined;
}

/**
 * Compares a payment with the one that the portal requested. `mismatch`: undefined if it is that one.
 * `isOwnSale`: the portal sold it to this customer, in this attempt or another, so that it may be a second
 * subscription.
 */
export function compareWithCheckout(
  subscription: SubscriptionFacts,
  { sub, profile, checkout, sessionId }: ExpectedPayment,
): { mismatch: Mismatch | undefined; isOwnSale: boolean } {
  const { stripeCustomerId, price } = subscription;
  if (profile.stripeCustomerId === undefined || profile.stripeCustomerId !== stripeCustomerId)
    return { mismatch: "customer", isOwnSale: false };
  if (checkout === undefined) return { mismatch: "checkout", isOwnSale: false };
  const { id, amountYen } = checkout.price;
  const isPriced = price?.id === id && price.currency === "jpy" && price.unitAmount === amountYen;
  const isOwn = subscription.sub === sub;
  const attempt = Number(subscription.attempt);
  // Attempts are numbered from 1.
  const isOwnAttempt = isOwn && Number.isInteger(attempt) && attempt >= 1 && attempt <= checkout.attempt;
  const isRecorded = sessionId !== undefined && sessionId === checkout.sessionId;
  const priceMismatch = isPriced ? undefined : "price";
  return { mismatch: isRecorded || isOwnAttempt ? priceMismatch : "checkout", isOwnSale: isOwn && isPriced };
}

/**
 * Returns true if another subscription pays for the plan, or this one was refunded before. An ended
 * subscription belongs to the former contract, which was paid and used.
 */
const isDuplicate = async (
  { sub, profile }: { sub: string; profile: Profile },
  { id }: SubscriptionFacts,
): Promise<boolean> => profile.plan === "standard" || (profile.plan === "suspended" && wasUndone(sub, id));

/** The subscription has ended, or waits for its first payment. */
async function endAttempt(
  checkout: Checkout | undefined,
  subscription: SubscriptionFacts,
): Promise<CheckoutOutcome> {
  if (subscription.contract.state === "incomplete") return "processing";
  await closeAttempt(checkout, subscription);
  return "expired";
}

async function closeAttempt(checkout: Checkout | undefined, { attempt }: SubscriptionFacts): Promise<void> {
  if (isPending(checkout) && String(checkout.attempt) === attempt) await closeCheckout(checkout);
}

/**
 * Closes an unpaid checkout. If the bank declined after the customer had left the page, mails the customer.
 */
async function closeUnpaid(sub: string, { id, state }: CheckoutSessionFacts): Promise<void> {
  const checkout = await readCheckout(sub);
  if (checkout?.sessionId !== id || checkout.state !== "open") return;
  const profile = state === "declined" ? await readCustomer(sub) : undefined;
  if (!profile) return void (await closeCheckout(checkout));
  const { email: to } = profile;
  const mail = prepareMail({ template: "payment-failed", customer: sub, to, reason: "checkout" });
  if (await tryTransactWrite([...closeWrites(checkout), mail.row])) await mail.send(profile);
}
