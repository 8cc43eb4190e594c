import { readInvoice } from "../stripe/invoices.ts";
import { findPayer, reportLostPayment } from "./reversals.ts";

/**
 * `invoice.finalization_failed`: Stripe could not issue an invoice, which stays a draft and is never paid.
 * Raises an alarm.
 */
export async function handleInvoiceFinalizationFailed(invoiceId: string): Promise<void> {
  const customer = await findPayer(invoiceId);
  if (customer && (await readInvoice(invoiceId)).status === "draft")
    reportLostPayment("invoice could not be issued", customer.sub, invoiceId);
}
