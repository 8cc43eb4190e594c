/**
 * A customer's invoices with the facts that accounting needs, for lists of a year and for receipts. Source:
 * Stripe API reference, "Invoices".
 */
import type Stripe from "stripe";
import { japanDay } from "#functions/platform/time.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import type { ContractInvoice } from "#shared/contract.ts";
import { dayMs } from "#shared/durations.ts";
import { paymentMethodLabels } from "#shared/labels.ts";
import { StripeCallError } from "./call-error.ts";
import { callStripe, idOf, toIsoTime } from "./client.ts";
import { printedFieldsIn } from "./customers.ts";
import { intentsOf, paymentsOf, toShown } from "./invoice-list.ts";
import { listPayments, type Payments } from "./payments.ts";

export interface AccountingInvoice {
  shown: ContractInvoice;
  /** Undefined without tax. */
  taxRatePercent: number | undefined;
  /** The period of its lines; undefined without lines. */
  period: Period | undefined;
  /** Undefined unless the invoice was paid through Stripe, and Stripe lists every payment. */
  receipt: Receipt | undefined;
}

/**
 * ISO 8601: the first and the last day. The next period begins the day after, at the hour of the purchase.
 */
export interface Period {
  from: string;
  to: string;
}

/** The facts of a receipt, in addition to those of its invoice. */
export interface Receipt {
  /** As on the invoice: the company, or the name that the customer entered for it. */
  addressee: string;
  department: string;
  orderNumber: string;
  /** Received yen. */
  paid: number;
  /** ISO 8601: the last payment. */
  paidAt: string;
  /** Stripe's types of the payments. */
  methods: string[];
}

export const methodsText = ({ methods }: Receipt): string =>
  methods.flatMap((method) => paymentMethodLabels[method] ?? []).join("、");

/** Returns the customer's invoices of that year in Japan, newest first. Throws `StripeCallError`. */
export async function listInvoicesOfYear(customer: string, year: number): Promise<AccountingInvoice[]> {
  // Stripe filters by the day of creation only: a draft may be issued months later, and an invoice may be
  // dated back.
  const [payments, all] = await Promise.all([listPayments(customer), listAll(customer)]);
  const found = all.flatMap((invoice) => toAccounting(invoice, payments));
  return found.filter(({ shown }) => japanDay(shown.issuedAt).startsWith(`${year}-`));
}

/** Returns the invoice; undefined unless it is that customer's. Throws `StripeCallError`. */
export async function findInvoice(customer: string, id: string): Promise<AccountingInvoice | undefined> {
  const reading = callStripe((stripe) => stripe.invoices.retrieve(id, { expand: ["payments"] }));
  const [payments, invoice] = await Promise.all([
    listPayments(customer),
    reading.catch((error: unknown) => {
      if (error instanceof StripeCallError && error.stripeCode === "resource_missing") return undefined;
      throw error;
    }),
  ]);
  return invoice && idOf(invoice.customer) === customer ? toAccounting(invoice, payments)[0] : undefined;
}

const toAccounting = (invoice: Stripe.Invoice, payments: Payments): AccountingInvoice[] =>
  toShown(invoice, payments).map((shown) => ({
    shown,
    taxRatePercent: rateOf(invoice),
    period: periodOf(invoice),
    receipt: shown.hasReceipt ? receiptOf(invoice, payments) : undefined,
  }));

/** Returns the period of all lines: the invoice's own period is the previous one. */
function periodOf({ lines }: Stripe.Invoice): Period | undefined {
  const periods = lines.data.map(({ period }) => period);
  if (periods.length === 0) return undefined;
  return {
    from: toIsoTime(Math.min(...periods.map(({ start }) => start))),
    to: toIsoTime(Math.max(...periods.map(({ end }) => end)) - dayMs / 1000),
  };
}

function receiptOf(invoice: Stripe.Invoice, payments: Payments): Receipt | undefined {
  if (intentsOf(invoice).some((intent) => !payments.has(intent))) return undefined;
  const found = paymentsOf(invoice, payments);
  const { addressee, department, orderNumber } = printedFieldsIn(invoice.custom_fields);
  return {
    addressee: addressee || (invoice.customer_name ?? ""),
    department,
    orderNumber,
    paid: found.reduce((sum, { paid }) => sum + paid, 0),
    paidAt: toIsoTime(Math.max(...found.map(({ paidAt }) => paidAt))),
    methods: [...new Set(found.flatMap(({ method }) => method ?? []))],
  };
}

const listAll = (customer: string): Promise<Stripe.Invoice[]> =>
  callStripe((stripe) =>
    Array.fromAsync(stripe.invoices.list({ customer, limit: 100, expand: ["data.payments"] })),
  );

/**
 * Returns the tax rate in percent. The portal charges one rate, but an invoice has none, and the tax is
 * rounded to yen: returns the configured rate if it gives that tax, otherwise the nearest.
 */
function rateOf({ total_taxes: taxes }: Stripe.Invoice): number | undefined {
  const [tax] = taxes ?? [];
  if (!tax?.taxable_amount) return undefined;
  const { amount, taxable_amount: taxable } = tax;
  const ours = numericEnvironment("TAX_RATE_PERCENT");
  const isOurs = Math.abs((taxable * ours) / 100 - amount) < 1;
  return isOurs ? ours : Math.round((amount * 100) / taxable);
}
