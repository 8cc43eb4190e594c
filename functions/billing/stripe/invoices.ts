/**
 * Invoices of subscriptions, and their payments, refunds and disputes. Source: Stripe API reference,
 * "Invoices", "Invoice payments", "Charges", "Disputes".
 */
import type Stripe from "stripe";
import { addressesIn, isSameAddress } from "#shared/invoice-fields.ts";
import { limits } from "#shared/limits.ts";
import { isDeliverableEmail } from "#shared/rules.ts";
import { ignoreRefusalIfDone, StripeCallError } from "./call-error.ts";
import { callStripe, idOf, stripePage, toIsoTimeIfAny } from "./client.ts";
import { invoiceFieldsOf } from "./customers.ts";
import { pageUntil } from "./hosted-page.ts";
import { isInYen, isOfPurchaseUnderWay, type OpenInvoice, toOpen } from "./invoice-list.ts";

export interface InvoiceFacts {
  id: string;
  status: Stripe.Invoice["status"];
  subscriptionId: string | null;
  /** Number of payment attempts. */
  attemptCount: number;
  /** The invoice as its customer sees it; undefined unless it can be paid. */
  open: OpenInvoice | undefined;
  /** The last day on which Stripe's hosted invoice page opens. */
  pageUntil: string;
}

export async function readInvoice(id: string): Promise<InvoiceFacts> {
  const invoice = await callStripe((stripe) => stripe.invoices.retrieve(id));
  return {
    id,
    status: invoice.status,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    attemptCount: invoice.attempt_count,
    open: toOpen(invoice)[0],
    pageUntil: pageUntil(invoice),
  };
}

export interface IssuedInvoice {
  stripeCustomerId: string;
  /** Null for an invoice that an operator created for something else. */
  subscriptionId: string | null;
  number: string;
  /** Yen to be paid, tax included, less the customer's credit. */
  due: number;
  /** ISO 8601; undefined if a card is charged. */
  dueAt: string | undefined;
  /** Stripe's hosted invoice page. */
  page: string;
  /** The last day on which the page opens: `2026-12-31`. */
  pageUntil: string;
  /** URL of Stripe's PDF. */
  pdf: string | null;
  ccAddresses: string[];
}

/**
 * Returns undefined for an invoice without an amount due in yen, for a voided or deleted one, and for one
 * whose purchase is not complete: it is not sent unless its card pays.
 */
export async function readIssuedInvoice(id: string): Promise<IssuedInvoice | undefined> {
  const expand = ["customer", "parent.subscription_details.subscription"];
  const reading = callStripe((stripe) => stripe.invoices.retrieve(id, { expand }));
  const invoice = await reading.catch((error: unknown) => {
    if (error instanceof StripeCallError && error.stripeCode === "resource_missing") return undefined;
    throw error;
  });
  if (!invoice || isOfPurchaseUnderWay(invoice)) return undefined;
  const { customer, status, number, amount_due: due, due_date, hosted_invoice_url } = invoice;
  const page = stripePage(hosted_invoice_url);
  const isDue = isInYen(invoice) && (status === "open" || status === "paid") && due > 0;
  if (!isDue || page === null || number === null) return undefined;
  if (customer === null || typeof customer === "string" || customer.deleted) return undefined;
  return {
    stripeCustomerId: customer.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number,
    due,
    dueAt: toIsoTimeIfAny(due_date),
    page,
    pageUntil: pageUntil(invoice),
    pdf: stripePage(invoice.invoice_pdf),
    // An operator may have entered the addresses at Stripe: SES refuses an invalid address permanently.
    ccAddresses: addressesIn(invoiceFieldsOf(customer).ccAddresses)
      .filter((address) => isDeliverableEmail(address) && !isMailedByStripe(address, invoice))
      .slice(0, limits.ccAddresses),
  };
}

/** Stripe mails an invoice that is sent to the billing contact, PDF included. */
const isMailedByStripe = (address: string, { collection_method, customer_email }: Stripe.Invoice): boolean =>
  collection_method === "send_invoice" && isSameAddress(address, customer_email ?? "");

export interface ChargeFacts {
  /** True if the whole amount was refunded. */
  isRefunded: boolean;
  /** Refunded yen, so far. */
  refunded: number;
  /** Paid by bank transfer. */
  isTransfer: boolean;
  stripeCustomerId: string | null;
  /** The invoice that it paid; null for a charge without one. */
  invoiceId: string | null;
}

export async function readCharge(id: string): Promise<ChargeFacts> {
  const charge = await callStripe((stripe) => stripe.charges.retrieve(id));
  const { refunded: isRefunded, amount_refunded: refunded, payment_method_details: method } = charge;
  const isTransfer = method?.type === "customer_balance";
  const facts = { isRefunded, refunded, isTransfer, stripeCustomerId: idOf(charge.customer) };
  const intent = idOf(charge.payment_intent);
  if (intent === null) return { ...facts, invoiceId: null };
  const payment = { type: "payment_intent", payment_intent: intent } as const;
  const { data } = await callStripe((stripe) => stripe.invoicePayments.list({ payment, limit: 1 }));
  return { ...facts, invoiceId: idOf(data[0]?.invoice) };
}

/** Returns the invoice's refunded charge; undefined if none was refunded. */
export async function readRefundedCharge(invoiceId: string): Promise<ChargeFacts | undefined> {
  const paid = { invoice: invoiceId, status: "paid", limit: 100 } as const;
  const { data } = await callStripe((stripe) => stripe.invoicePayments.list(paid));
  for (const { payment } of data) {
    const intent = idOf(payment.payment_intent);
    if (intent === null) continue;
    const { latest_charge } = await callStripe((stripe) => stripe.paymentIntents.retrieve(intent));
    const charge = await readCharge(idOf(latest_charge) ?? "");
    if (charge.refunded > 0) return charge;
  }
  return undefined;
}

/** `invoiceId`: the invoice whose payment is disputed; null if it has no subscription. */
export async function readDispute(
  id: string,
): Promise<{ status: Stripe.Dispute["status"]; invoiceId: string | null }> {
  const { status, charge } = await callStripe((stripe) => stripe.disputes.retrieve(id));
  const { invoiceId } = await readCharge(idOf(charge) ?? "");
  return { status, invoiceId };
}

/**
 * Issues the newest invoice of a subscription that Stripe left `unpaid`, and has Stripe collect it. Stripe
 * keeps invoices of such a subscription as drafts, and reactivates it when the newest is paid. Older drafts
 * stay: they are for periods without the plan. Does nothing while another invoice of the subscription is
 * open. Can be repeated. Source: Stripe docs, "How subscriptions work".
 */
export async function issueHeldInvoice({ id: subscription, invoiceId }: HeldSubscription): Promise<void> {
  if (invoiceId === null) return;
  const readNow = () => callStripe((stripe) => stripe.invoices.retrieve(invoiceId));
  if ((await readNow()).status !== "draft") return;
  const { data } = await callStripe((stripe) =>
    stripe.invoices.list({ subscription, status: "open", limit: 1 }),
  );
  if (data.length > 0) return;
  const issuing = callStripe((stripe) => stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: true }));
  await ignoreRefusalIfDone(issuing, async () => (await readNow()).status !== "draft");
}

interface HeldSubscription {
  id: string;
  /** The subscription's newest invoice. */
  invoiceId: string | null;
}

/** Refunds the payments and voids the invoice. Can be repeated. */
export async function undoInvoice(invoiceId: string): Promise<void> {
  const readNow = () => callStripe((stripe) => stripe.invoices.retrieve(invoiceId));
  let invoice = await readNow();
  if (invoice.status === "draft")
    invoice = await callStripe((stripe) =>
      stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }),
    );
  // An invoice that credit or a discount covers is paid when it is finalized.
  if (invoice.status === "paid") {
    await refund(invoiceId);
    await returnCredit(invoice);
  }
  if (invoice.status === "open") {
    const voiding = callStripe((stripe) => stripe.invoices.voidInvoice(invoiceId));
    await ignoreRefusalIfDone(voiding, async () => (await readNow()).status === "void");
  }
}

/** Returns the part that Stripe took from the customer's credit, which an operator gave. */
async function returnCredit(invoice: Stripe.Invoice): Promise<void> {
  const { id, starting_balance: before, ending_balance: after, post_payment_credit_notes_amount } = invoice;
  const amount = (after ?? before) - before - post_payment_credit_notes_amount;
  if (amount > 0)
    await callStripe((stripe) => stripe.creditNotes.create({ invoice: id, amount, credit_amount: amount }));
}

/**
 * Refunds the rest of each payment. Stripe refuses to refund a payment twice, so each attempt has a new
 * idempotency key: Stripe would repeat a failed call's error for a day.
 */
async function refund(invoiceId: string): Promise<void> {
  // Only paid ones: Stripe refuses to refund a failed payment, at every attempt.
  const paid = { invoice: invoiceId, status: "paid", limit: 100 } as const;
  const { data } = await callStripe((stripe) => stripe.invoicePayments.list(paid));
  for (const { payment } of data) {
    const intent = idOf(payment.payment_intent);
    if (intent === null) continue;
    const create = { payment_intent: intent, reason: "duplicate" } as const;
    const refunding = callStripe((stripe) => stripe.refunds.create(create));
    await ignoreRefusalIfDone(refunding, ({ stripeCode }) => stripeCode === "charge_already_refunded");
  }
}
