/** The invoices of a customer, as the customer sees them. Source: Stripe API reference, "List all invoices". */
import type Stripe from "stripe";
import { japanDay } from "#functions/platform/time.ts";
import { type ContractInvoice, invoiceStatuses } from "#shared/contract.ts";
import { callStripe, idOf, stripePage, toIsoTime, toIsoTimeIfAny } from "./client.ts";

export interface InvoicePage {
  invoices: ContractInvoice[];
  /** For the page after this one; null on the last. */
  nextCursor: string | null;
  /** All that can be paid, on whichever page, oldest first: 100 at most. */
  open: OpenInvoice[];
}

export interface OpenInvoice {
  shown: ContractInvoice;
  /** Yen that are still to be paid: less than the amount after a credit note. */
  remaining: number;
  subscriptionId: string | null;
  /** Stripe charges a card for it. */
  isCharged: boolean;
  isLate: boolean;
}

const pageSize = 12;

/** Says which were paid through Stripe. */
const expand = ["data.payments"];

const askOnce = (list: Stripe.InvoiceListParams) =>
  callStripe((stripe) => stripe.invoices.list({ ...list, expand }, { maxNetworkRetries: 0 }));

/** The portal sells only in yen. Stripe itself mails an operator's invoices in other currencies. */
export const isInYen = ({ currency }: Stripe.Invoice): boolean => currency === "jpy";

/** The customer's invoices in yen, newest first. Drafts are not shown: Stripe may still change them. Asks once. Throws `StripeCallError`. */
export async function listInvoices(stripeCustomerId: string, cursor?: string): Promise<InvoicePage> {
  const customer = stripeCustomerId;
  const page = { customer, limit: pageSize, ...(cursor && { starting_after: cursor }) };
  const [{ data, has_more: hasMore }, open] = await Promise.all([
    askOnce(page),
    askOnce({ customer, status: "open", limit: 100 }),
  ]);
  return {
    invoices: data.flatMap(toShown),
    open: open.data.flatMap(toOpen).reverse(),
    nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
  };
}

export interface IssuedInvoice {
  shown: ContractInvoice;
  /** Undefined without tax. */
  taxRatePercent: number | undefined;
}

/** The customer's invoices of that year in Japan, newest first. Throws `StripeCallError`. */
export async function listInvoicesOfYear(customer: string, year: number): Promise<IssuedInvoice[]> {
  // Stripe filters by the day of creation only: a draft may be held back for months, and an invoice be dated back.
  const found: IssuedInvoice[] = [];
  await callStripe(async (stripe) => {
    for await (const invoice of stripe.invoices.list({ customer, limit: 100, expand }))
      found.push(...toShown(invoice).map((shown) => ({ shown, taxRatePercent: rateOf(invoice) })));
  });
  return found.filter(({ shown }) => japanDay(shown.issuedAt).startsWith(`${year}-`));
}

/** One rate is charged. */
function rateOf({ total_taxes: taxes }: Stripe.Invoice): number | undefined {
  const [tax] = taxes ?? [];
  return tax?.taxable_amount ? Math.round((tax.amount * 100) / tax.taxable_amount) : undefined;
}

/**
 * Of those that the portal shows. `open`: to be paid. `draft`: Stripe finalizes it within the hour, unlike one that an operator
 * holds back. Throws `StripeCallError`.
 */
export async function findUnpaidInvoice(customer: string): Promise<"open" | "draft" | undefined> {
  const list = (status: "open" | "draft") =>
    callStripe((stripe) => stripe.invoices.list({ customer, status, limit: 100 }));
  const [open, drafts] = await Promise.all([list("open"), list("draft")]);
  if (open.data.some(isInYen)) return "open";
  const isIssuedSoon = drafts.data.some((draft) => isInYen(draft) && draft.auto_advance !== false);
  return isIssuedSoon ? "draft" : undefined;
}

function toShown(invoice: Stripe.Invoice): ContractInvoice[] {
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
      hasReceipt: status === "paid" && wasPaidThroughStripe(invoice),
    },
  ];
}

const wasPaidThroughStripe = ({ payments }: Stripe.Invoice): boolean =>
  payments?.data.some(({ status, payment }) => status === "paid" && payment.type === "payment_intent") ??
  false;

/** None unless it can be paid. */
export function toOpen(invoice: Stripe.Invoice): OpenInvoice[] {
  if (invoice.status !== "open") return [];
  return toShown(invoice).map((shown) => ({
    shown,
    remaining: invoice.amount_remaining,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    isCharged: invoice.collection_method === "charge_automatically",
    isLate: shown.isLate,
  }));
}

/** The card that was declined when Stripe last charged one for that invoice. Asks once. Throws `StripeCallError`. */
export async function readDeclinedCard(invoice: string): Promise<string | undefined> {
  const expand = ["data.payment.payment_intent"];
  const { data } = await callStripe((stripe) =>
    stripe.invoicePayments.list({ invoice, limit: 1, expand }, { maxNetworkRetries: 0 }),
  );
  const intent = data[0]?.payment.payment_intent;
  return typeof intent === "object" ? intent?.last_payment_error?.payment_method?.id : undefined;
}

function isLate({ status, collection_method, attempted, due_date }: Stripe.Invoice): boolean {
  if (status !== "open") return false;
  return collection_method === "send_invoice" ? (due_date ?? 0) * 1000 < Date.now() : attempted;
}
