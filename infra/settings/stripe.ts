/** Event types of the webhook endpoint. functions/billing/events handles them, one file each. */
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
