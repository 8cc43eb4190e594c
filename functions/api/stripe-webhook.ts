import { stripeWebhook } from "../../shared/endpoints.ts";
import { checkoutSessionAsyncPaymentFailed } from "../billing/events/checkout-session-async-payment-failed.ts";
import { checkoutSessionAsyncPaymentSucceeded } from "../billing/events/checkout-session-async-payment-succeeded.ts";
import { checkoutSessionCompleted } from "../billing/events/checkout-session-completed.ts";
import { checkoutSessionExpired } from "../billing/events/checkout-session-expired.ts";
import { customerSubscriptionDeleted } from "../billing/events/customer-subscription-deleted.ts";
import { customerSubscriptionUpdated } from "../billing/events/customer-subscription-updated.ts";
import { invoiceOverdue } from "../billing/events/invoice-overdue.ts";
import { invoicePaid } from "../billing/events/invoice-paid.ts";
import { invoicePaymentFailed } from "../billing/events/invoice-payment-failed.ts";
import { isSeen, type StripeEvent, verifyEvent } from "../billing/stripe/events.ts";
import type { AuditContext } from "../platform/audit.ts";
import { serve } from "../runtime/endpoint.ts";
import { addLogFields } from "../runtime/log.ts";
import { count, measureSeconds } from "../runtime/metrics.ts";

/** Anything but 200 makes Stripe send the event again, for three days. */
export const handler = serve(stripeWebhook, async (_, { signed, requestId }) => {
  const event = await verifyEvent(signed.body, signed.signature);
  addLogFields({ stripeEvent: event.id, stripeEventType: event.type });
  count("Webhooks");
  measureSeconds("WebhookAge", Date.now() / 1000 - event.created);
  if (!(await isSeen(event.id))) await take(event, { requestId, eventId: event.id });
  return { received: true as const };
});

function take(event: StripeEvent, audit: AuditContext): Promise<void> | undefined {
  switch (event.type) {
    case "checkout.session.completed":
      return checkoutSessionCompleted(event, audit);
    case "checkout.session.async_payment_succeeded":
      return checkoutSessionAsyncPaymentSucceeded(event, audit);
    case "checkout.session.async_payment_failed":
      return checkoutSessionAsyncPaymentFailed(event, audit);
    case "checkout.session.expired":
      return checkoutSessionExpired(event, audit);
    case "invoice.paid":
      return invoicePaid(event, audit);
    case "invoice.payment_failed":
      return invoicePaymentFailed(event, audit);
    case "invoice.overdue":
      return invoiceOverdue(event, audit);
    case "customer.subscription.updated":
      return customerSubscriptionUpdated(event, audit);
    case "customer.subscription.deleted":
      return customerSubscriptionDeleted(event, audit);
    // Whatever else Stripe is told to send is none of our business.
    default:
      return undefined;
  }
}
