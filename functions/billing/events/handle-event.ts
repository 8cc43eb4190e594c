import type Stripe from "stripe";
import { getItem, ignoreErased, type Key, updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { withEvent } from "#functions/runtime/context.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { dayMs } from "#shared/durations.ts";
import { StripeCallError } from "../stripe/call-error.ts";
import { readCheckoutSession } from "../stripe/checkout-sessions.ts";
import { isWebhookEvent, type WebhookEvent } from "../stripe/event-types.ts";
import { readCharge, readDispute, readInvoice } from "../stripe/invoices.ts";
import { readRefund } from "../stripe/refunds.ts";
import { readSubscription } from "../stripe/subscriptions.ts";
import { readEvent } from "../stripe/undelivered-events.ts";
import { handleDispute } from "./charge-dispute.ts";
import { handleChargeRefunded } from "./charge-refunded.ts";
import { handleCheckoutSession } from "./checkout-session.ts";
import { handleSubscriptionUpdated } from "./customer-subscription-updated.ts";
import { followSubscription } from "./follow-subscription.ts";
import { handleInvoiceFinalizationFailed } from "./invoice-finalization-failed.ts";
import { handleInvoiceFinalized } from "./invoice-finalized.ts";
import { handleInvoicePayment } from "./invoice-payment.ts";
import { handleRefundChanged } from "./refund-changed.ts";

/**
 * Handles a Stripe event. Events name an object, and the handlers retrieve its current state from Stripe.
 * Each change is a conditional write, so an event that is handled twice, late or out of order has the same
 * result.
 */
export async function handleEvent(event: Stripe.Event): Promise<void> {
  if (await isSeen(event.id)) return;
  await withEvent(event.id, () =>
    ignoreErased(() => changeProfile(event)).catch((error) => ignoreDeleted(event, error)),
  );
  await markSeen(event.id);
}

/**
 * Ignores an event about an object that was deleted at Stripe: a later attempt would not find it either.
 * Throws `error` if something else is missing, or the event itself: then the key belongs to another account
 * or mode.
 */
async function ignoreDeleted({ id, data: { object } }: Stripe.Event, error: unknown): Promise<void> {
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

/** Readers by the type of the object that an event is about. */
const readers: Record<string, (id: string) => Promise<unknown>> = {
  "checkout.session": readCheckoutSession,
  subscription: readSubscription,
  invoice: readInvoice,
  charge: readCharge,
  dispute: readDispute,
  refund: readRefund,
};

/** Handlers by the type of the event, called with the id of the object that the event is about. */
const handlers: Record<WebhookEvent, (id: string) => Promise<unknown>> = {
  "checkout.session.completed": handleCheckoutSession,
  "checkout.session.async_payment_succeeded": handleCheckoutSession,
  "checkout.session.async_payment_failed": handleCheckoutSession,
  "checkout.session.expired": handleCheckoutSession,
  "customer.subscription.updated": handleSubscriptionUpdated,
  "customer.subscription.deleted": followSubscription,
  "invoice.finalized": handleInvoiceFinalized,
  "invoice.finalization_failed": handleInvoiceFinalizationFailed,
  "invoice.paid": handleInvoicePayment,
  "invoice.payment_failed": handleInvoicePayment,
  "invoice.marked_uncollectible": handleInvoicePayment,
  "charge.refunded": handleChargeRefunded,
  "refund.updated": handleRefundChanged,
  "refund.failed": handleRefundChanged,
  "charge.dispute.created": handleDispute,
  "charge.dispute.closed": handleDispute,
};

async function changeProfile({ type, data: { object } }: Stripe.Event): Promise<void> {
  const handle = isWebhookEvent(type) ? handlers[type] : undefined;
  if (handle && "id" in object) await handle(String(object.id));
}

/** Stripe retries for three days; a person can resend an event for thirty. */
const keptMs = 40 * dayMs;

/** Key of the row of a handled event. A repeated event is skipped, but handling it again is safe too. */
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
