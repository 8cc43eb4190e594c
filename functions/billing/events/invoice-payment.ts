import { findSubscriber } from "../customer/find-customer.ts";
import { issueHeldInvoice, readInvoice } from "../stripe/invoices.ts";
import { followSubscription } from "./follow-subscription.ts";
import { sendInvoiceCopies } from "./invoice-copies.ts";
import { cancelUnpaidSubscription, followOpenInvoice } from "./open-invoice.ts";

/** `invoice.paid`, `invoice.payment_failed` and `invoice.marked_uncollectible`. */
export async function handleInvoicePayment(invoiceId: string): Promise<void> {
  const invoice = await readInvoice(invoiceId);
  const { status, subscriptionId } = invoice;
  if (subscriptionId === null) return;
  if (status === "paid") {
    const subscription = await followSubscription(subscriptionId);
    if (subscription.status === "unpaid" && (await findSubscriber(subscriptionId)))
      await issueHeldInvoice(subscription);
    return sendInvoiceCopies(invoiceId);
  }
  if (status === "open") await followOpenInvoice(invoice);
  if (status === "uncollectible" && (await findSubscriber(subscriptionId)))
    await cancelUnpaidSubscription(subscriptionId);
}
