/** Event types of the webhook endpoint, which `handle-event.ts` handles. */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "invoice.finalized",
  "invoice.finalization_failed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.marked_uncollectible",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
  "customer.subscription.updated",
  "customer.subscription.deleted",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const isWebhookEvent = (type: string): type is WebhookEvent =>
  webhookEvents.some((each) => each === type);
