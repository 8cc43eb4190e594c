import * as z from "zod/mini";

/** The price of the standard plan, shown before the choice of payment. Stripe charges its own price, so both must agree. */
export const price = z.object({
  /** Tax included. */
  amountYen: z.number(),
  interval: z.enum(["month", "year"]),
  /** Consumption tax within the amount. */
  taxRatePercent: z.number(),
});
export type Price = z.output<typeof price>;

/** The tax within `amountYen`, rounded as Stripe rounds an inclusive rate. */
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
  /** Of the product. Left out, the sign-up has no link to it. */
  productUrl?: string | undefined;
}

/** The settings that signed-in screens and the sign-up show. */
export const shownSettings = z.object({
  price,
  /** Of an invoice, from its issue. */
  invoiceDaysUntilDue: z.int(),
  /** The seller's number on qualified invoices, T and 13 digits, where the seller is registered. */
  registrationNumber: z.optional(z.string()),
  /** How long a trial lasts, in the seller's words: `30日間`. Left out, the site does not say. */
  trialPeriod: z.optional(z.string()),
  /** The two fixed addresses that the plugin calls from; empty where none are known yet. */
  pluginAddresses: z.array(z.string()),
});

/** `GET /config.json`: what the site must know of the environment it was deployed to (design section 6). */
export interface SiteConfig extends z.output<typeof shownSettings> {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Only dev goes without. */
  company?: Company;
  /** Only where the user pool is not AWS's own. */
  userPoolEndpoint?: string;
  /** Google Tag Manager's container, where there is one. */
  tagManagerId?: string;
  /** Only where people really pay at Stripe. */
  stripeScript?: true;
  /** Only where the user pool takes passkeys. */
  passkeys?: true;
  /** Only where the user pool asks a question of its own after the password; SRP alone otherwise. */
  authFlow?: "CUSTOM_WITH_SRP";
}
