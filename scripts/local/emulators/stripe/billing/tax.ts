/** Consumption tax: what `automatic_tax` finds within a price, by Japan's standard rate. Prices here include it. */
import { taxRate } from "../objects/catalogue.ts";
import type { InvoiceTotals } from "../objects/invoice.ts";
import type { Invoice, Price, TaxRate } from "../objects/stored.ts";

export const standardPercentage = 10;

export interface TaxedAmount {
  /** With the tax that is in it. */
  total: number;
  tax: number;
  rate: TaxRate | undefined;
}

export function taxed(price: Price, quantity: number, automaticTax: boolean): TaxedAmount {
  const total = (price.unit_amount ?? 0) * quantity;
  if (!automaticTax) return { total, tax: 0, rate: undefined };
  const tax = Math.round((total * standardPercentage) / (100 + standardPercentage));
  return { total, tax, rate: taxRate(standardPercentage, price.created) };
}

type Tax = NonNullable<Invoice["total_taxes"]>[number];

export function taxEntry({ total, tax, rate }: TaxedAmount): Tax[] {
  if (!rate) return [];
  return [
    {
      amount: tax,
      tax_behavior: "inclusive",
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: "standard_rated",
      taxable_amount: total - tax,
      type: "tax_rate_details",
    },
  ];
}

export function totalsOf(amounts: readonly TaxedAmount[]): InvoiceTotals {
  const sum = (pick: (amount: TaxedAmount) => number) =>
    amounts.reduce((total, amount) => total + pick(amount), 0);
  const total = sum((each) => each.total);
  return { total, totalExcludingTax: total - sum((each) => each.tax), taxes: amounts.flatMap(taxEntry) };
}
