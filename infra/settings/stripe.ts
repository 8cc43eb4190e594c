/** What Stripe's webhook endpoint is to send: the events that functions/billing/events takes, one file each. */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.overdue",
  "customer.subscription.updated",
  "customer.subscription.deleted",
] as const;
