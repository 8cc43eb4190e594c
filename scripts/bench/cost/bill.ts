/** Quantities of what is billed, and what they cost. */
import { type Price, type PriceName, prices } from "./prices.ts";

/** In the units of the price list. */
export type Quantities = Partial<Record<PriceName, number>>;

const names = Object.keys(prices).filter((name): name is PriceName => name in prices);

/** Everything together, each as many times as it says. */
export function total(...parts: readonly (readonly [times: number, quantities: Quantities])[]): Quantities {
  const sum: Quantities = {};
  for (const [times, quantities] of parts) {
    for (const name of names) {
      const quantity = quantities[name];
      if (quantity) sum[name] = (sum[name] ?? 0) + times * quantity;
    }
  }
  return sum;
}

export interface BillLine {
  name: PriceName;
  unit: string;
  quantity: number;
  usd: number;
}

/** Dearest first. `free` takes off what every month is free; on top of other use nothing is. */
export function bill(quantities: Quantities, { free }: { free: boolean }): BillLine[] {
  return names
    .flatMap((name) => {
      const quantity = quantities[name] ?? 0;
      const price: Price = prices[name];
      const paid = Math.max(0, quantity - (free ? (price.free ?? 0) : 0));
      return quantity > 0 ? [{ name, unit: price.unit, quantity, usd: (paid / price.per) * price.usd }] : [];
    })
    .sort((a, b) => b.usd - a.usd);
}

export const sumOf = (lines: readonly BillLine[]): number => lines.reduce((sum, { usd }) => sum + usd, 0);
