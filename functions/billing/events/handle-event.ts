import type Stripe from "stripe";
import type { AuditContext } from "#functions/platform/audit.ts";
import { handleDispute, handleRefund } from "./charge.ts";
import { isSeen, markSeen } from "./event-table.ts";
import { handleInvoice } from "./invoice.ts";
import { handleSession } from "./session.ts";
import { handleSubscription } from "./subscription.ts";

/**
 * Events name an object, and the handlers retrieve its current state from Stripe. Each change is a conditional write, so an
 * event that is handled twice, late or out of order has the same result.
 */
export async function handleEvent(event: Stripe.Event, requestId: string): Promise<void> {
  if (await isSeen(event.id)) return;
  await changeRecord(event, { requestId, eventId: event.id });
  await markSeen(event.id);
}

async function changeRecord(event: Stripe.Event, audit: AuditContext): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return handleSession(event.data.object.id, audit);
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return handleSubscription(event.data.object.id, audit);
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.overdue":
    case "invoice.marked_uncollectible":
      return handleInvoice(event.data.object.id, audit);
    case "charge.refunded":
      return handleRefund(event.data.object.id, audit);
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return handleDispute(event.data.object.id, audit);
  }
}
