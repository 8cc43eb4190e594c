import * as z from "zod/mini";

/**
 * The price of the standard plan, shown before the choice of payment. Stripe charges its own price, so both
 * must agree.
 */
export const price = z.object({
  /** Tax included. */
  amountYen: z.number(),
  interval: z.enum(["month", "year"]),
  /** Consumption tax within the amount. */
  taxRatePercent: z.number(),
});
export type Price = z.output<typeof price>;

/** Returns the tax within `amountYen`, rounded as Stripe rounds an inclusive rate. */
export const taxIn = (amountYen: number, ratePercent: number): number =>
  Math.round((amountYen * ratePercent) / (100 + ratePercent));

/** The seller of the product, and the addresses of its required publications. */
export interface Company {
  name: string;
  termsUrl: string;
  privacyUrl: string;
  /** 特定商取引法に基づく表記 */
  commercialTransactionsUrl: string;
  contactUrl: string;
  /** The product's site. Without it, the sign-up has no link to it. */
  productUrl?: string | undefined;
}

/** The settings that signed-in screens and the sign-up show. */
export const shownSettings = z.object({
  price,
  /** Days from an invoice's issue to its due date. */
  invoiceDaysUntilDue: z.int(),
  /** The seller's number on qualified invoices, T and 13 digits, if the seller is registered. */
  registrationNumber: z.optional(z.string()),
  /** Duration of a trial, in the seller's words: `30日間`. Without it, the site does not say. */
  trialPeriod: z.optional(z.string()),
  /** The two fixed addresses that the plugin calls from; empty if they are not known yet. */
  pluginAddresses: z.array(z.string()),
});

/** `GET /config.json`: the site's settings in its environment (design section 6). */
export interface SiteConfig extends z.output<typeof shownSettings> {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Missing in dev only. */
  company?: Company;
  /** Only for an emulated user pool. */
  userPoolEndpoint?: string;
  /** Google Tag Manager's container, if there is one. */
  tagManagerId?: string;
  /** Only if the site uses the real Stripe. */
  stripeScript?: true;
  /** Only if the user pool supports passkeys. */
  passkeys?: true;
  /** Only if the user pool has a custom challenge after the password; otherwise SRP alone. */
  authFlow?: "CUSTOM_WITH_SRP";
}
