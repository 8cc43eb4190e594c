/**
 * Fulfils a payment: the only change from trial to standard, and from a suspended plan to a new contract. Webhook, return page and reconciler all call it. It reads the state
 * from Stripe and writes one transaction, so that it can run any number of times, at once and in any order.
 */

import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { deliverCustomerMail } from "#functions/mail/texts/customer-mail.ts";
import { writeIf } from "#functions/platform/table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { syncContract } from "../contract/sync-contract.ts";
import { readSession, type SessionFacts } from "../stripe/sessions.ts";
import { cancelSubscription, isEnded, isInForce, type SubscriptionFacts } from "../stripe/subscriptions.ts";
import { activateStandardPlan } from "./activate-standard-plan.ts";
import { type Checkout, closeCheckout, closeWrites, isPending, readCheckout } from "./checkout-table.ts";
import { compareWithCheckout } from "./expected-payment.ts";
import { undoPayment, wasUndone } from "./undo-payment.ts";
import { reportUnexpectedPayment } from "./unexpected-payment-table.ts";

/**
 * `fulfilled`: the plan is standard by this payment. `duplicate`: by another payment, and this one was refunded.
 * `closed`: the account was closed before, and this payment was refunded.
 * `unexpected`: the portal did not ask for this payment, and nothing changed. `processing`: the result is not known yet.
 * `open`: can still be paid. `expired`: can no longer be paid.
 */
export type Outcome = "fulfilled" | "duplicate" | "closed" | "unexpected" | "processing" | "open" | "expired";

/** Throws 403 for a session that is another customer's. */
export async function fulfilCard(sub: string, sessionId: string): Promise<Outcome> {
  return fulfilSession(sub, await readSession(sessionId));
}

export async function fulfilSession(sub: string, session: SessionFacts): Promise<Outcome> {
  if (session.owner !== sub) throw new ApiError("forbidden");
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

/** `subscription` as just read from Stripe: paid by card, or billed by invoice. `sessionId`: the session that created it. */
export async function fulfil(
  sub: string,
  subscription: SubscriptionFacts,
  sessionId?: string,
): Promise<Outcome> {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (!profile) throw new Error(`A subscription names somebody who is no customer: ${subscription.id}`);
  if (profile.subscriptionId === subscription.id) return "fulfilled";
  const expected = { sub, profile, checkout, sessionId };
  const { mismatch, isOwnSale } = compareWithCheckout(subscription, expected);
  if (isOwnSale && (await isDuplicate(expected, subscription))) {
    if (isEnded(subscription)) return "expired";
    await undoPayment(sub, profile, { subscription, why: "duplicate" });
    return "duplicate";
  }
  if (mismatch !== undefined) {
    if (!isInForce(subscription)) return "expired";
    await reportUnexpectedPayment({ ...subscription, sub, mismatch });
    return "unexpected";
  }
  if (!isInForce(subscription)) return endAttempt(checkout, subscription);
  if (profile.closedAt !== undefined) {
    await undoPayment(sub, profile, { subscription, why: "closed" });
    return "closed";
  }
  if (!(await endFormerContract(profile))) return fulfil(sub, subscription, sessionId);
  if (await activateStandardPlan({ sub, profile, checkout, subscription })) return "fulfilled";
  // Another request was first, with this payment or another one: read again.
  return fulfil(sub, subscription, sessionId);
}

/**
 * Whether another subscription is paid for already, or this one was refunded before. An ended one is the former contract's: that
 * was paid for, and used.
 */
const isDuplicate = async (
  { sub, profile }: { sub: string; profile: Profile },
  { id }: SubscriptionFacts,
): Promise<boolean> => profile.plan === "standard" || (profile.plan === "suspended" && wasUndone(sub, id));

/** False if the former contract is in force again. One that Stripe gave up without ending it must not come back later. */
async function endFormerContract({ subscriptionId }: Profile): Promise<boolean> {
  if (subscriptionId === undefined) return true;
  const { subscription: former } = await syncContract(subscriptionId);
  if (isInForce(former)) return false;
  if (former.status !== "canceled") await cancelSubscription(subscriptionId);
  return true;
}

/** The subscription has ended, or waits for its first payment. */
async function endAttempt(checkout: Checkout | undefined, subscription: SubscriptionFacts): Promise<Outcome> {
  if (!isEnded(subscription)) return "processing";
  if (isPending(checkout) && String(checkout.attempt) === subscription.attempt) await closeCheckout(checkout);
  return "expired";
}

/** Closes an unpaid checkout. If the bank declined after the customer had left the page, mails the customer. */
async function closeUnpaid(sub: string, { id, state }: SessionFacts): Promise<void> {
  const checkout = await readCheckout(sub);
  if (checkout?.sessionId !== id || checkout.state !== "open") return;
  const profile = state === "declined" ? await readCustomer(sub) : undefined;
  if (!profile) return void (await closeCheckout(checkout));
  const content = {
    template: "payment-failed",
    customer: sub,
    to: profile.email,
    reason: "checkout",
  } as const;
  const mail = newMail(content);
  if (await writeIf([...closeWrites(checkout), mail])) await deliverCustomerMail(profile, content, mail.put);
}
