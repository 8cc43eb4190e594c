import { followSubscription } from "./follow-subscription.ts";
import { handleInvoicePayment } from "./invoice-payment.ts";

/**
 * `customer.subscription.updated`: Stripe has no event for an invoice whose due date passes, but its
 * subscription is past due then.
 */
export async function handleSubscriptionUpdated(id: string): Promise<void> {
  const { isPastDue, paidBy, invoiceId } = await followSubscription(id);
  if (isPastDue && paidBy === "invoice" && invoiceId !== null) await handleInvoicePayment(invoiceId);
}
