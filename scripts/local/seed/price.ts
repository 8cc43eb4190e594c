import type { Price } from "#shared/site/site-config.ts";

/** What the standard plan costs here: shown by the site, and what the local Stripe charges. */
export const localPrice: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };
