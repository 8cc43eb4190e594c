import type { Price } from "#shared/site/site-config.ts";

/** The local price of the standard plan, for the site and the local Stripe. */
export const localPrice: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };
