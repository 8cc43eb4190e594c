/** The account's catalogue: products and prices come with the emulator and outlive a reset. */
import { type Price, type Resources, stored } from "./stored.ts";

export interface SeedPrice {
  /** Begins with `price_`. */
  id: string;
  product: { id: string; name: string };
  /** In yen, tax included. */
  unitAmount: number;
  interval: "month" | "year";
}

export const productOf = ({ product }: SeedPrice, created: number): Resources["products"] =>
  stored<Resources["products"]>({
    id: product.id,
    object: "product",
    created,
    name: product.name,
  });

export const priceOf = (seed: SeedPrice, created: number): Price =>
  stored<Price>({
    id: seed.id,
    object: "price",
    active: true,
    created,
    currency: "jpy",
    product: seed.product.id,
    recurring: { interval: seed.interval, interval_count: 1 },
    tax_behavior: "inclusive",
    type: "recurring",
    unit_amount: seed.unitAmount,
    unit_amount_decimal: String(seed.unitAmount),
  });
