/**
 * Invoices of subscriptions, and their payments, refunds and disputes. Source: Stripe API reference, "Invoices", "Invoice
 * payments", "Charges", "Disputes".
 */
import type Stripe from "stripe";
import { addressesIn } from "#shared/contract.ts";
import { limits } from "#shared/limits.ts";
import { isDeliverableEmail } from "#shared/rules.ts";
import { callStripe, idOf, toIsoTimeIfAny } from "./client.ts";
import { invoiceFieldsOf } from "./customers.ts";
import { unlessDone } from "./failure.ts";
import { isInYen, type OpenInvoice, toOpen } from "./invoice-list.ts";
import { stripePage } from "./links.ts";

export interface InvoiceFacts {
  id: string;
  status: Stripe.Invoice["status"];
  subscriptionId: string | null;
  /** Number of payment attempts. */
  attemptCount: number;
  /** As its customer sees it, while it can be paid. */
  open: OpenInvoice | undefined;
}

export async function readInvoice(id: string): Promise<InvoiceFacts> {
  const invoice = await callStripe((stripe) => stripe.invoices.retrieve(id));
  return {
    id,
    status: invoice.status,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    attemptCount: invoice.attempt_count,
    open: toOpen(invoice)[0],
  };
}

export interface IssuedInvoice {
  stripeCustomerId: string;
  number: string;
  /** Yen to be paid, tax included, less what the customer has credit for. */
  due: number;
  /** ISO 8601; undefined where a card is charged. */
  dueAt: string | undefined;
  /** Stripe's hosted invoice page. */
  page: string;
  ccAddresses: string[];
}

/** Undefined for an invoice without anything to pay in yen, or one that was voided meanwhile. */
export async function readIssuedInvoice(id: string): Promise<IssuedInvoice | undefined> {
  const invoice = await callStripe((stripe) => stripe.invoices.retrieve(id, { expand: ["customer"] }));
  const { customer, status, number, amount_due: due, due_date, hosted_invoice_url } = invoice;
  const page = stripePage(hosted_invoice_url);
  const isDue = isInYen(invoice) && (status === "open" || status === "paid") && due > 0;
  if (!isDue || page === null || number === null) return undefined;
  if (customer === null || typeof customer === "string" || customer.deleted) return undefined;
  return {
    stripeCustomerId: customer.id,
    number,
    due,
    dueAt: toIsoTimeIfAny(due_date),
    page,
    // An operator may have typed them at Stripe: SES would refuse another one for good.
    ccAddresses: addressesIn(invoiceFieldsOf(customer).ccAddresses)
      .filter(isDeliverableEmail)
      .slice(0, limits.ccAddresses),
  };
}

interface ChargeFacts {
  id: string;
  /** The whole amount was refunded. */
  isRefunded: boolean;
  /** The invoice that it paid; null if none. */
  invoiceId: string | null;
}

export async function readCharge(id: string): Promise<ChargeFacts> {
  const charge = await callStripe((stripe) => stripe.charges.retrieve(id));
  return { id, isRefunded: charge.refunded, invoiceId: await invoiceOfCharge(charge) };
}

interface DisputeFacts {
  id: string;
  status: Stripe.Dispute["status"];
  /** The invoice whose payment is disputed; null if it has no subscription. */
  invoiceId: string | null;
}

export async function readDispute(id: string): Promise<DisputeFacts> {
  const { status, charge } = await callStripe((stripe) => stripe.disputes.retrieve(id));
  const { invoiceId } = await readCharge(idOf(charge) ?? "");
  return { id, status, invoiceId };
}

/** Returns the invoice that a charge paid; null for a charge without a subscription. */
async function invoiceOfCharge(charge: Stripe.Charge): Promise<string | null> {
  const intent = idOf(charge.payment_intent);
  if (intent === null) return null;
  const payment = { type: "payment_intent", payment_intent: intent } as const;
  const { data } = await callStripe((stripe) => stripe.invoicePayments.list({ payment, limit: 1 }));
  return idOf(data[0]?.invoice);
}

/** Refunds the payments and voids the invoice. Can be repeated. */
export async function undoInvoice(invoiceId: string): Promise<void> {
  const statusNow = async () => (await callStripe((stripe) => stripe.invoices.retrieve(invoiceId))).status;
  const status = await statusNow();
  if (status === "paid") await refund(invoiceId);
  if (status === "draft") {
    await callStripe((stripe) => stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }));
  }
  if (status === "draft" || status === "open") {
    const voiding = callStripe((stripe) => stripe.invoices.voidInvoice(invoiceId));
    await unlessDone(voiding, async () => (await statusNow()) === "void");
  }
}

/**
 * Refunds what is left of each payment. Stripe refuses to refund a payment twice, so each try has a key of its own: a key
 * whose call failed would repeat that failure for a day.
 */
async function refund(invoiceId: string): Promise<void> {
  // Not a try that came to nothing: Stripe refuses to refund it, and would for ever.
  const paid = { invoice: invoiceId, status: "paid", limit: 100 } as const;
  const { data } = await callStripe((stripe) => stripe.invoicePayments.list(paid));
  for (const { payment } of data) {
    const intent = idOf(payment.payment_intent);
    if (intent === null) continue;
    const create = { payment_intent: intent, reason: "duplicate" } as const;
    const refunding = callStripe((stripe) => stripe.refunds.create(create));
    await unlessDone(refunding, ({ stripeCode }) => stripeCode === "charge_already_refunded");
  }
}
