/**
 * The one way from trial to standard. Webhook, return page and reconciler all come here; Stripe is asked what is true, and
 * what follows from it is one transaction, so that it does not matter who comes, how often, or in what order.
 */

import { readCustomer } from "../customer/customer-table.ts";
import type { Profile } from "../customer/profile.ts";
import { deliverCustomerMail } from "../mail/customer-mail.ts";
import { newMail } from "../mail/outbox.ts";
import type { AuditContext } from "../platform/audit.ts";
import type { Put } from "../platform/table.ts";
import { log } from "../runtime/log.ts";
import { count } from "../runtime/metrics.ts";
import { Problem } from "../runtime/problem.ts";
import { contactOf } from "./billed.ts";
import { becomeStandard, recordDuplicate, writeForEvent } from "./billing-table.ts";
import { type Checkout, closing, isUnderWay, readCheckout } from "./checkout-table.ts";
import { markSeen } from "./stripe/events.ts";
import { type CardSession, expireSession, readSession } from "./stripe/sessions.ts";
import { type SubscriptionFacts, undoSubscription } from "./stripe/subscriptions.ts";

/**
 * `fulfilled`: the customer is standard by this very payment. `duplicate`: by another one, and this was undone.
 * `settling`: Stripe does not know yet. `open`: can still be paid. `over`: can no longer be.
 */
export type Outcome = "fulfilled" | "duplicate" | "settling" | "open" | "over";

/** Throws 403 for a session that is another customer's. */
export async function fulfilCard(sub: string, sessionId: string, audit: AuditContext): Promise<Outcome> {
  return fulfilSession(sub, await readSession(sessionId), audit);
}

export async function fulfilSession(
  sub: string,
  session: CardSession,
  audit: AuditContext,
): Promise<Outcome> {
  if (session.owner !== sub) throw new Problem("forbidden");
  switch (session.state) {
    case "paid":
      return fulfil(sub, session.subscription, audit);
    case "declined":
    case "over":
      await giveUp(sub, session, audit);
      return "over";
    case "card-left":
      return "over";
    default:
      await markSeen(audit.eventId);
      return session.state;
  }
}

/** `subscription` as Stripe just told it: paid by card, or to be paid by invoice. */
export async function fulfil(
  sub: string,
  subscription: SubscriptionFacts,
  audit: AuditContext,
): Promise<Outcome> {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (!profile) throw new Error(`A subscription names somebody who is no customer: ${subscription.id}`);
  if (profile.subscriptionId === subscription.id) return alreadyDone(audit);
  if (profile.plan !== "trial") return undoDuplicate(sub, profile, subscription, audit);
  if (subscription.state !== "lasting") {
    return endOfAttempt(checkout, subscription, audit);
  }
  const content = {
    template: "upgraded",
    customer: sub,
    to: profile.email,
    paymentType: subscription.paidBy,
  } as const;
  const mail = newMail(content);
  const payment = {
    sub,
    customerId: profile.customerId,
    subscriptionId: subscription.id,
    paymentType: subscription.paidBy,
    contact: checkout?.contact ?? contactOf(profile),
    mail,
  };
  if ((await becomeStandard(payment, audit)) === "refused") return retold(sub, subscription, audit);
  count("Fulfilments");
  log("info", "upgraded", { customer: sub, subscription: subscription.id, paymentType: subscription.paidBy });
  if (isOtherPageOpen(checkout, subscription)) await expireSession(checkout.sessionId);
  await deliverCustomerMail(profile, content, mail.put);
  return "fulfilled";
}

const isOtherPageOpen = (
  checkout: Checkout | undefined,
  { attempt }: SubscriptionFacts,
): checkout is Checkout & { sessionId: string } =>
  checkout?.state === "open" && checkout.sessionId !== undefined && String(checkout.attempt) !== attempt;

/** The subscription ended, or has not had its first payment. */
async function endOfAttempt(
  checkout: Checkout | undefined,
  { state, attempt }: SubscriptionFacts,
  audit: AuditContext,
): Promise<Outcome> {
  const isOurs = isUnderWay(checkout) && String(checkout.attempt) === attempt;
  if (state === "ended" && isOurs) await close(checkout, audit);
  else await markSeen(audit.eventId);
  return state === "ended" ? "over" : "settling";
}

async function alreadyDone({ eventId }: AuditContext): Promise<Outcome> {
  await markSeen(eventId);
  return "fulfilled";
}

/** Somebody else was first, with this payment or another one; or the event had been told of before the payment was there. */
const retold = (
  sub: string,
  subscription: SubscriptionFacts,
  { requestId }: AuditContext,
): Promise<Outcome> => fulfil(sub, subscription, { requestId });

/** Nobody pays twice: what came second is given back. The row is written first, so that a crash cannot hide it. */
async function undoDuplicate(
  sub: string,
  { customerId }: Profile,
  subscription: SubscriptionFacts,
  audit: AuditContext,
): Promise<Outcome> {
  const isNew = (await recordDuplicate(sub, customerId, subscription.id, audit)) === "written";
  if (isNew) {
    log("error", "second payment is undone", { customer: sub, subscription: subscription.id });
    count("SecondSubscriptions");
  }
  await undoSubscription(subscription);
  await markSeen(audit.eventId);
  return "duplicate";
}

/** True when this call closed it. */
async function close(checkout: Checkout, audit: AuditContext, also: readonly Put[] = []): Promise<boolean> {
  const written = await writeForEvent([...closing(checkout), ...also], audit);
  return written === "written";
}

/** Nobody paid that session. Where the bank said no after the customer had left, the customer is told. */
async function giveUp(sub: string, { id, state }: CardSession, audit: AuditContext): Promise<unknown> {
  const checkout = await readCheckout(sub);
  if (checkout?.sessionId !== id || checkout.state !== "open") return markSeen(audit.eventId);
  const profile = state === "declined" ? await readCustomer(sub) : undefined;
  if (!profile) return close(checkout, audit);
  const content = {
    template: "payment-failed",
    customer: sub,
    to: profile.email,
    reason: "checkout",
  } as const;
  const mail = newMail(content);
  if (await close(checkout, audit, [mail])) await deliverCustomerMail(profile, content, mail.put);
}
