/** Consumption tax: what `automatic_tax` adds, by Japan's standard rate. */
import { taxRate } from "../objects/catalogue.ts";
import type { InvoiceTotals } from "../objects/invoice.ts";
import type { Invoice, Price, TaxRate } from "../objects/stored.ts";

export const standardPercentage = 10;

export interface TaxedAmount {
  /** Before tax that comes on top; with tax that is inside. */
  subtotal: number;
  tax: number;
  total: number;
  rate: TaxRate | undefined;
}

export function taxed(price: Price, quantity: number, rate: TaxRate | undefined): TaxedAmount {
  const subtotal = (price.unit_amount ?? 0) * quantity;
  if (!rate) return { subtotal, tax: 0, total: subtotal, rate };
  const { percentage, inclusive } = rate;
  const tax = Math.round((subtotal * percentage) / (inclusive ? 100 + percentage : 100));
  return { subtotal, tax, total: inclusive ? subtotal : subtotal + tax, rate };
}

/** The rate that automatic tax finds for this price. */
export function automaticRate({ tax_behavior, created }: Price): TaxRate {
  const inclusive = tax_behavior === "inclusive";
  return taxRate(inclusive, standardPercentage, created);
}

type Tax = NonNullable<Invoice["total_taxes"]>[number];

export function taxEntry({ subtotal, tax, rate }: TaxedAmount): Tax[] {
  if (!rate) return [];
  return [
    {
      amount: tax,
      tax_behavior: rate.inclusive ? "inclusive" : "exclusive",
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: "standard_rated",
      taxable_amount: rate.inclusive ? subtotal - tax : subtotal,
      type: "tax_rate_details",
    },
  ];
}

export function totalsOf(amounts: readonly TaxedAmount[]): InvoiceTotals {
  const sum = (pick: (amount: TaxedAmount) => number) =>
    amounts.reduce((total, amount) => total + pick(amount), 0);
  const subtotal = sum((each) => each.subtotal);
  const total = sum((each) => each.total);
  return {
    subtotal,
    subtotalExcludingTax: subtotal - sum(({ tax, rate }) => (rate?.inclusive ? tax : 0)),
    total,
    totalExcludingTax: total - sum(({ tax }) => tax),
    taxes: amounts.flatMap(taxEntry),
  };
}
