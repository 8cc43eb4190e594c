import type Stripe from "stripe";
import { withEvent } from "#functions/runtime/log.ts";
import { handleDispute, handleRefund } from "./charge.ts";
import { isSeen, markSeen } from "./event-table.ts";
import { handleInvoice } from "./invoice.ts";
import { handleSession } from "./session.ts";
import { handleSubscription } from "./subscription.ts";

/**
 * Events name an object, and the handlers retrieve its current state from Stripe. Each change is a conditional write, so an
 * event that is handled twice, late or out of order has the same result.
 */
export async function handleEvent(event: Stripe.Event): Promise<void> {
  if (await isSeen(event.id)) return;
  await withEvent(event.id, () => changeRecord(event));
  await markSeen(event.id);
}

async function changeRecord(event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return handleSession(event.data.object.id);
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return handleSubscription(event.data.object.id);
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.overdue":
    case "invoice.marked_uncollectible":
      return handleInvoice(event.data.object.id);
    case "charge.refunded":
      return handleRefund(event.data.object.id);
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return handleDispute(event.data.object.id);
  }
}
