/** Receipts of paid invoices. Source: Stripe API reference, "Invoice payments", `receipt_url` of "Charges". */
import { callStripe, idOf } from "./client.ts";
import { StripeCallError } from "./failure.ts";
import { stripePage } from "./links.ts";

/**
 * Stripe's page of the receipt for an invoice that this customer has paid, by card or by bank transfer; null without one. One call:
 * a list of invoices cannot be expanded as far as their charges. Throws `StripeCallError`.
 */
export async function findReceipt(stripeCustomerId: string, invoice: string): Promise<string | null> {
  const expand = ["data.payment.payment_intent.latest_charge"];
  const paid = callStripe((stripe) => stripe.invoicePayments.list({ invoice, status: "paid", expand }));
  const { data } = await paid.catch((error: unknown) => {
    if (error instanceof StripeCallError && error.stripeCode === "resource_missing") return { data: [] };
    throw error;
  });
  for (const { payment } of data) {
    const intent = payment.payment_intent;
    if (typeof intent !== "object" || idOf(intent.customer) !== stripeCustomerId) continue;
    const charge = intent.latest_charge;
    const page = typeof charge === "object" ? stripePage(charge?.receipt_url) : null;
    if (page !== null) return page;
  }
  return null;
}
