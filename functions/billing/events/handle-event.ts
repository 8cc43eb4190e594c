import type Stripe from "stripe";
import { readCustomer } from "#functions/customer/profile.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import type { AuditAction } from "#functions/platform/audit-actions.ts";
import {
  getItem,
  ignoreErased,
  type Key,
  type Put,
  tryTransactWrite,
  updateItem,
} from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { withEvent } from "#functions/runtime/context.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { dayMs } from "#shared/durations.ts";
import { changeCard } from "../change-card.ts";
import { fulfilSession } from "../checkout/fulfil.ts";
import { type Customer, findSubscriber } from "../customer/find-customer.ts";
import { StripeCallError } from "../stripe/call-error.ts";
import { readCharge, readDispute, readInvoice } from "../stripe/invoices.ts";
import { readRefund } from "../stripe/refunds.ts";
import { readSession } from "../stripe/sessions.ts";
import { cancelSubscription, readSubscription } from "../stripe/subscriptions.ts";
import { readEvent } from "../stripe/undelivered-events.ts";
import { handleChangedSubscription, handleInvoice, handleIssuedInvoice } from "./invoice.ts";
import { followRefunds, handleChangedRefund } from "./refund.ts";
import { handleSubscription } from "./subscription.ts";

/**
 * Refunds and disputes: decision 18. A payment was refunded: mails the customer, and raises an alarm unless it was a part. The plan
 * stays until the subscription ends.
 */
async function handleRefund(chargeId: string): Promise<void> {
  const charge = await readCharge(chargeId);
  const { isRefunded, refunded, isTransfer, invoiceId } = charge;
  if (isTransfer) await followRefunds(chargeId, charge);
  const customer = refunded > 0 ? await findPayer(invoiceId) : undefined;
  if (!customer) return;
  const { sub, profile } = customer;
  const part = isRefunded ? undefined : refunded;
  const content = { template: "payment-refunded", customer: sub, to: profile.email, part } as const;
  const mail = prepareMail({ ...content, ...(isTransfer && { isTransfer }) });
  const row = reversalRow(customer, "payment-refunded", chargeId, part);
  if (!(await tryTransactWrite([row, mail.row]))) return;
  if (isRefunded) reportLostPayment("payment refunded", sub, chargeId);
  await mail.send(profile);
}

/** A payment is disputed: raises an alarm. A lost dispute cancels the subscription, so that the card is not charged again. */
async function handleDispute(disputeId: string): Promise<void> {
  const { status, invoiceId } = await readDispute(disputeId);
  const customer = await findPayer(invoiceId);
  if (!customer) return;
  const { sub, subscriptionId } = customer;
  const state = (["lost", "won"] as const).find((end) => end === status) ?? "opened";
  const isNew = await tryTransactWrite([reversalRow(customer, `dispute-${state}`, disputeId)]);
  if (isNew && state !== "won") reportLostPayment(`dispute ${state}`, sub, disputeId);
  if (state !== "lost") return;
  await cancelSubscription(subscriptionId, "disputed");
  await handleSubscription(subscriptionId);
}

/** Of a refund or a dispute. `part`: yen of the payment that were refunded so far; undefined for all. */
function reversalRow(
  { sub, profile }: Customer,
  action: AuditAction,
  stripeObject: string,
  part?: number,
): Put {
  const { customerId, subscriptionId } = profile;
  const details = { action, customerId, subscriptionId, stripeObject, part };
  const id = `${action.toUpperCase()}#${stripeObject}${part === undefined ? "" : `#${part}`}`;
  return auditRow(sub, details, id);
}

/** Returns the customer whose plan that invoice is for. */
async function findPayer(invoiceId: string | null) {
  const subscriptionId = invoiceId === null ? null : (await readInvoice(invoiceId)).subscriptionId;
  const customer = await findSubscriber(subscriptionId);
  return customer && subscriptionId !== null ? { ...customer, subscriptionId } : undefined;
}

function reportLostPayment(event: string, customer: string, stripeObject: string): void {
  log("error", event, { customer, stripeObject });
  countMetric("PaymentsLost");
}

/** Stripe could not issue an invoice, which stays a draft that is never paid: raises an alarm. */
async function handleUnissuedInvoice(invoiceId: string): Promise<void> {
  const customer = await findPayer(invoiceId);
  if (customer && (await readInvoice(invoiceId)).status === "draft")
    reportLostPayment("invoice could not be issued", customer.sub, invoiceId);
}

/** Handles a Checkout Session by its current state, because events may be late. */
async function handleSession(id: string): Promise<void> {
  const session = await readSession(id);
  const { owner } = session;
  // Not opened by the portal, e.g. a Payment Link.
  if (owner === null || !(await readCustomer(owner))) return;
  if (session.state === "card-added") await changeCard(owner, session);
  else await fulfilSession(owner, session);
}

/**
 * Events name an object, and the handlers retrieve its current state from Stripe. Each change is a conditional write, so an
 * event that is handled twice, late or out of order has the same result.
 */
export async function handleEvent(event: Stripe.Event): Promise<void> {
  if (await isSeen(event.id)) return;
  await withEvent(event.id, () =>
    ignoreErased(() => changeRecord(event)).catch((error) => passOverDeleted(event, error)),
  );
  await markSeen(event.id);
}

/**
 * An event about an object that was deleted at Stripe: it will not be there when the event comes again. Throws `error` where something
 * else is missing, or the event itself: then our key belongs to another account or mode.
 */
async function passOverDeleted({ id, data: { object } }: Stripe.Event, error: unknown): Promise<void> {
  const read = readers[object.object];
  if (!isMissing(error) || !read || !("id" in object)) throw error;
  if ((await isThere(read(String(object.id)))) || !(await isThere(readEvent(id)))) throw error;
  log("error", "event about an object that was deleted at Stripe", errorFields(error));
  countMetric("EventsWithoutObject");
}

const isMissing = (error: unknown): boolean =>
  error instanceof StripeCallError && error.stripeCode === "resource_missing";

const isThere = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => true,
    (error) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** By the type of the object that an event is about. */
const readers: Record<string, (id: string) => Promise<unknown>> = {
  "checkout.session": readSession,
  subscription: readSubscription,
  invoice: readInvoice,
  charge: readCharge,
  dispute: readDispute,
  refund: readRefund,
};

async function changeRecord(event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return handleSession(event.data.object.id);
    case "customer.subscription.updated":
      return handleChangedSubscription(event.data.object.id);
    case "customer.subscription.deleted":
      return void (await handleSubscription(event.data.object.id));
    case "invoice.finalized":
      return handleIssuedInvoice(event.data.object.id);
    case "invoice.finalization_failed":
      return handleUnissuedInvoice(event.data.object.id);
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.marked_uncollectible":
      return handleInvoice(event.data.object.id);
    case "charge.refunded":
      return handleRefund(event.data.object.id);
    case "refund.updated":
    case "refund.failed":
      return handleChangedRefund(event.data.object.id);
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return handleDispute(event.data.object.id);
  }
}

/** Stripe retries for three days; a person can resend an event for thirty. */
const keptMs = 40 * dayMs;

/** Events that were handled: a repeated event is skipped. Handling it again would be safe too. */
const seenKey = (eventId: string): Key => ({ pk: `STRIPE_EVENT#${eventId}`, sk: "SEEN" });

export const isSeen = async (eventId: string): Promise<boolean> =>
  (await getItem(seenKey(eventId))) !== undefined;

async function markSeen(eventId: string): Promise<void> {
  const now = Date.now();
  await updateItem({
    update: seenKey(eventId),
    creates: true,
    set: { at: new Date(now).toISOString(), expiresAt: epochSeconds(now + keptMs) },
  });
}
