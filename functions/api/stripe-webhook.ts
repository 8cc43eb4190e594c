import type Stripe from "stripe";
import { stripeWebhook } from "../../shared/endpoints.ts";
import { handleDispute, handleRefund } from "../billing/events/charge.ts";
import { isSeen, markSeen } from "../billing/events/event-table.ts";
import { handleInvoice } from "../billing/events/invoice.ts";
import { handleSession } from "../billing/events/session.ts";
import { handleSubscription } from "../billing/events/subscription.ts";
import { verifyEvent } from "../billing/stripe/verify-event.ts";
import type { AuditContext } from "../platform/audit.ts";
import { serve } from "../runtime/endpoint.ts";
import { addLogFields } from "../runtime/log.ts";
import { count, measureSeconds } from "../runtime/metrics.ts";

/**
 * Events name an object, and the handlers retrieve its current state from Stripe. Each change is a conditional write, so an
 * event that is handled twice, late or out of order has the same result. Stripe retries for three days unless it gets a 200.
 */
export const handler = serve(stripeWebhook, async (_, { signed, requestId }) => {
  const event = await verifyEvent(signed.body, signed.signature);
  addLogFields({ stripeEvent: event.id, stripeEventType: event.type });
  count("Webhooks");
  measureSeconds("WebhookAge", Date.now() / 1000 - event.created);
  if (!(await isSeen(event.id))) {
    await handleEvent(event, { requestId, eventId: event.id });
    await markSeen(event.id);
  }
  return { received: true as const };
});

async function handleEvent(event: Stripe.Event, audit: AuditContext): Promise<void> {
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
