/** What the standard plan costs. Shown before the choice of payment; what is charged is Stripe's price, so both must agree. */
export interface Price {
  /** Tax included. */
  amountYen: number;
  interval: "month" | "year";
  /** Consumption tax within the amount. */
  taxRatePercent: number;
}

/** `GET /config.json`: what the site must know of the environment it was deployed to (design section 6). */
export interface SiteConfig {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  price: Price;
  /** Only where the user pool is not AWS's own. */
  userPoolEndpoint?: string;
}
