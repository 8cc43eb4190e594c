/** The account's catalogue: products and prices come with the emulator and outlive a reset. */
import type { Price, Resources, TaxRate } from "./stored.ts";

export interface SeedPrice {
  /** Begins with `price_`. */
  id: string;
  product: { id: string; name: string };
  /** In yen, tax included. */
  unitAmount: number;
  interval: "month" | "year";
}

export function productOf({ id, product }: SeedPrice, created: number): Resources["products"] {
  return {
    id: product.id,
    object: "product",
    active: true,
    created,
    default_price: id,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: product.name,
    type: "service",
    updated: created,
    url: null,
  };
}

export function priceOf(seed: SeedPrice, created: number): Price {
  return {
    id: seed.id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created,
    currency: "jpy",
    livemode: false,
    metadata: {},
    product: seed.product.id,
    recurring: {
      interval: seed.interval,
      interval_count: 1,
      usage_type: "licensed",
    },
    tax_behavior: "inclusive",
    type: "recurring",
    unit_amount: seed.unitAmount,
    unit_amount_decimal: String(seed.unitAmount),
  };
}

export function taxRate(percentage: number, created: number): TaxRate {
  return {
    id: "txr_1AutomaticJctInclusive",
    object: "tax_rate",
    active: true,
    country: "JP",
    created,
    display_name: "消費税",
    effective_percentage: percentage,
    inclusive: true,
    jurisdiction: "JP",
    jurisdiction_level: "country",
    livemode: false,
    metadata: {},
    percentage,
    rate_type: "percentage",
    state: null,
    tax_type: "jct",
  };
}
