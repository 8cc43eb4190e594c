/** Consumption tax: what `automatic_tax` finds within a price, by Japan's standard rate. Prices here include it. */
import { type Invoice, type Price, stored } from "../objects/stored.ts";

export const standardPercentage = 10;

export interface TaxedAmount {
  /** With the tax that is in it. */
  total: number;
  tax: number;
}

export function taxed({ unit_amount }: Price, quantity: number, automaticTax: boolean): TaxedAmount {
  const total = (unit_amount ?? 0) * quantity;
  const tax = automaticTax ? Math.round((total * standardPercentage) / (100 + standardPercentage)) : 0;
  return { total, tax };
}

export function totalOf(amounts: readonly TaxedAmount[]): TaxedAmount {
  const sum = (field: keyof TaxedAmount) => amounts.reduce((total, amount) => total + amount[field], 0);
  return { total: sum("total"), tax: sum("tax") };
}

export type Tax = NonNullable<Invoice["total_taxes"]>[number];

export const taxEntry = ({ total, tax }: TaxedAmount): Tax[] =>
  tax === 0 ? [] : [stored<Tax>({ amount: tax, tax_behavior: "inclusive", taxable_amount: total - tax })];
