import type { Price } from "#shared/site/site-config.ts";

/** Names that AWS and the providers would have handed out. None of them is a secret. */
const region = "ap-northeast-1";

export const identifiers = {
  region,
  accountId: "000000000000",
  userPoolId: `${region}_LocalPool`,
  clientId: "localportalclient000000000",
  canaryClientId: "localcanaryclient000000000",
  tableName: "portal-local",
  bucket: "portal-downloads-local",
  userExportBucket: "portal-user-exports-local",
  keyId: "0f2b6f0e-7c1d-4a7e-8f50-0d2f3c1b9a77",
  keyAlias: "alias/portal-local",
  mailFrom: "電話連携プラグイン <no-reply@portal.localhost>",
  mailIdentity: "portal.localhost",
  vonageSecretName: "portal-local/vonage",
  vonageApplicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
  vonageApiKey: "0a1b2c3d",
  stripeSecretName: "portal-local/stripe",
  stripePriceId: "price_localStandard",
  /** Sold before that one: quotes may still hold it. */
  formerStripePriceId: "price_localFormer",
  /** The seller's on invoices. */
  registrationNumber: "T8000000000001",
  canarySecretName: "portal-local/canary",
  unsubscribeSecretName: "portal-local/unsubscribe",
  originSecret: "local-origin",
  taxAgencyApplicationId: "KLocalPortal1",
} as const;

/** Of an invoice, from its issue. */
export const localInvoiceDays = 30;

/** Of the standard plan, for the site and the local Stripe. */
export const localPrice: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };
