/**
 * The invoices of a customer, as the customer sees them. Source: Stripe API reference, "List all invoices".
 */
import type Stripe from "stripe";
import { endOfJapanDay } from "#functions/platform/time.ts";
import { type ContractInvoice, invoiceStatuses } from "#shared/contract.ts";
import { callStripe, idOf, stripePage, toIsoTime, toIsoTimeIfAny } from "./client.ts";
import { type CustomerPayment, type Payments, readPayments } from "./payments.ts";

export interface InvoicePage {
  invoices: ContractInvoice[];
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null;
  /** All invoices that can be paid, not only this page's, oldest first: 100 at most. */
  open: OpenInvoice[];
}

export interface OpenInvoice {
  shown: ContractInvoice;
  /** Yen still to be paid: less than the amount after a credit note. */
  remaining: number;
  subscriptionId: string | null;
  /** Stripe charges a card for it. */
  isCharged: boolean;
  isLate: boolean;
  /** Milliseconds since the epoch: the end of the due day in Japan. Undefined if a card is charged. */
  lateAt: number | undefined;
}

const pageSize = 12;

/** Shows which invoices were paid through Stripe. */
const expand = ["data.payments"];

/** Shows which invoices belong to a purchase that is not complete. */
const expandSubscription = "data.parent.subscription_details.subscription";

const askOnce = (list: Stripe.InvoiceListParams) =>
  callStripe((stripe) => stripe.invoices.list({ expand, ...list }, { maxNetworkRetries: 0 }));

/**
 * True if the first payment of a card was declined or is still processing: Stripe voids the invoice within a
 * day, and nobody owes it. The invoice's subscription must be expanded.
 */
export function isOfPurchaseUnderWay({ parent }: Stripe.Invoice): boolean {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === "object" && subscription.status === "incomplete";
}

/**
 * The portal sells only in yen. Stripe itself mails invoices that an operator creates in other currencies.
 */
export const isInYen = ({ currency }: Stripe.Invoice): boolean => currency === "jpy";

/**
 * Returns the customer's invoices in yen, newest first, without drafts, which Stripe may still change. Does
 * not retry. Throws `StripeCallError`.
 */
export async function listInvoices(stripeCustomerId: string, cursor?: string): Promise<InvoicePage> {
  const customer = stripeCustomerId;
  const page = { customer, limit: pageSize, ...(cursor && { starting_after: cursor }) };
  const [{ data, has_more: hasMore }, payments, open] = await Promise.all([
    askOnce(page),
    readPayments(customer),
    askOnce({ customer, status: "open", limit: 100, expand: [...expand, expandSubscription] }),
  ]);
  const underWay = open.data.filter(isOfPurchaseUnderWay).map(({ id }) => id);
  const isIssued = ({ id }: Stripe.Invoice): boolean => !underWay.includes(id);
  return {
    invoices: data.filter(isIssued).flatMap((invoice) => toShown(invoice, payments)),
    open: open.data.filter(isIssued).flatMap(toOpen).reverse(),
    nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
  };
}

/**
 * Returns the state of an unpaid invoice. `open`: to be paid. `draft`: Stripe finalizes it within the hour; a
 * draft that an operator holds back does not count. Throws `StripeCallError`.
 */
export async function findUnpaidInvoice(customer: string): Promise<"open" | "draft" | undefined> {
  const [open, drafts] = await Promise.all([listUnpaid(customer, "open"), listUnpaid(customer, "draft")]);
  if (open.length > 0) return "open";
  return drafts.some((draft) => draft.auto_advance !== false) ? "draft" : undefined;
}

/** Returns true if an invoice of the customer is late. Throws `StripeCallError`. */
export const hasLateInvoice = async (customer: string): Promise<boolean> =>
  (await listUnpaid(customer, "open")).some(isLate);

async function listUnpaid(customer: string, status: "open" | "draft"): Promise<Stripe.Invoice[]> {
  const { data } = await callStripe((stripe) =>
    stripe.invoices.list({ customer, status, limit: 100, expand: [expandSubscription] }),
  );
  return data.filter((invoice) => isInYen(invoice) && !isOfPurchaseUnderWay(invoice));
}

export function toShown(invoice: Stripe.Invoice, payments: Payments = new Map()): ContractInvoice[] {
  const { id, number, total, total_taxes: taxes } = invoice;
  const status = invoiceStatuses.find((known) => known === invoice.status);
  if (status === undefined || !isInYen(invoice)) return [];
  return [
    {
      id,
      number,
      status,
      issuedAt: toIsoTime(invoice.effective_at ?? invoice.created),
      amount: total,
      tax: (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
      isLate: isLate(invoice),
      dueAt: toIsoTimeIfAny(invoice.due_date) ?? null,
      nextAttemptAt: toIsoTimeIfAny(invoice.next_payment_attempt) ?? null,
      pdfUrl: stripePage(invoice.invoice_pdf),
      hostedUrl: stripePage(invoice.hosted_invoice_url),
      ...reversalOf(invoice, payments),
      hasReceipt: status === "paid" && intentsOf(invoice).length > 0,
    },
  ];
}

export const paymentsOf = ({ payments: own }: Stripe.Invoice, payments: Payments): CustomerPayment[] =>
  (own?.data ?? []).flatMap(({ payment }) => payments.get(idOf(payment.payment_intent) ?? "") ?? []);

/** Sums up refunds and disputes of the invoice's payments. */
function reversalOf(invoice: Stripe.Invoice, payments: Payments) {
  const found = paymentsOf(invoice, payments);
  return {
    refunded: found.reduce((sum, { refunded }) => sum + refunded, 0),
    isChargedBack: found.some(({ isChargedBack }) => isChargedBack),
  };
}

/** Returns the payment intents that paid the invoice through Stripe. */
export const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ status, payment }) =>
    status === "paid" && payment.type === "payment_intent" ? (idOf(payment.payment_intent) ?? []) : [],
  );

/** Returns the invoice if it can be paid, otherwise none. */
export function toOpen(invoice: Stripe.Invoice): OpenInvoice[] {
  if (invoice.status !== "open") return [];
  return toShown(invoice).map((shown) => ({
    shown,
    remaining: invoice.amount_remaining,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    isCharged: invoice.collection_method === "charge_automatically",
    isLate: shown.isLate,
    lateAt: lateAt(invoice),
  }));
}

/**
 * Returns the id of the card that was declined last for that invoice. Does not retry. Throws
 * `StripeCallError`.
 */
export async function readDeclinedCard(invoice: string): Promise<string | undefined> {
  const expand = ["data.payment.payment_intent"];
  const { data } = await callStripe((stripe) =>
    stripe.invoicePayments.list({ invoice, limit: 1, expand }, { maxNetworkRetries: 0 }),
  );
  const intent = data[0]?.payment.payment_intent;
  return typeof intent === "object" ? intent?.last_payment_error?.payment_method?.id : undefined;
}

function isLate(invoice: Stripe.Invoice): boolean {
  if (invoice.status !== "open") return false;
  return invoice.collection_method === "send_invoice"
    ? (lateAt(invoice) ?? 0) < Date.now()
    : invoice.attempted;
}

/** Screens and mails show the due day: a payment on that day is in time. */
const lateAt = ({ collection_method, due_date }: Stripe.Invoice): number | undefined =>
  collection_method === "send_invoice" && due_date !== null ? endOfJapanDay(due_date * 1000) : undefined;
