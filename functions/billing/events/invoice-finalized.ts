import { findSubscriber } from "../customer/find-customer.ts";
import { readInvoice } from "../stripe/invoices.ts";
import { followSubscription } from "./follow-subscription.ts";
import { sendInvoiceCopies } from "./invoice-copies.ts";
import { followOpenInvoice } from "./open-invoice.ts";

/**
 * `invoice.finalized`: an invoice was issued. A subscription that no profile names is handled first: it may
 * be undone together with its invoice, without a mail.
 */
export async function handleInvoiceFinalized(invoiceId: string): Promise<void> {
  const invoice = await readInvoice(invoiceId);
  const { subscriptionId } = invoice;
  if (subscriptionId !== null && !(await findSubscriber(subscriptionId)))
    await followSubscription(subscriptionId);
  await followOpenInvoice(invoice);
  await sendInvoiceCopies(invoiceId);
}
