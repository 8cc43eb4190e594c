/** The settings of a Lambda function: types for `functions.ts`. */
import type { Partition } from "./table.ts";

/** Environment variables. Each function gets only those that it names. */
export type EnvironmentName =
  | "TABLE_NAME"
  | "DOWNLOAD_BUCKET"
  /** KMS key for customers' secrets. */
  | "KEY_ID"
  /** Sender of our mail, a display name and an address, e.g. `Name <no-reply@example.jp>`. */
  | "MAIL_FROM"
  /** Origin of the site, for links in mail. */
  | "SITE_URL"
  /** Secrets Manager name or ARN: JSON `{applicationId, privateKey, apiKey, apiSecret}`. */
  | "VONAGE_SECRET_ID"
  /** Origin of Vonage's API; unset means Vonage's own. */
  | "VONAGE_API_URL"
  /** The National Tax Agency's application id; unset to verify only the check digit. */
  | "TAX_AGENCY_APPLICATION_ID"
  | "TAX_AGENCY_URL"
  /** SMS codes that the whole portal may send in a day. */
  | "SMS_DAILY_CAP"
  /** SMS codes that one address may ask for in an hour. */
  | "SMS_ADDRESS_HOURLY_CAP"
  /** Secrets Manager name or ARN: JSON `{secretKey, webhookSecrets}`; two webhook secrets while one replaces the other. */
  | "STRIPE_SECRET_ID"
  /** Origin of Stripe's API; unset means Stripe's own. */
  | "STRIPE_API_URL"
  /** The standard plan's price, `price_...`. */
  | "STRIPE_PRICE_ID"
  /** What that price must charge: the amount that the site shows, tax included. */
  | "STANDARD_PRICE_YEN"
  /** Consumption tax within that price. */
  | "TAX_RATE_PERCENT"
  /** What that price is for: `month` or `year`. */
  | "PRICE_INTERVAL"
  /** Who sells: the name on a quote. */
  | "SELLER_NAME"
  /** The seller's registration number for qualified invoices, `T` and 13 digits; unset where there is none. */
  | "REGISTRATION_NUMBER"
  /** Days that a customer has to pay an invoice. */
  | "INVOICE_DAYS_UNTIL_DUE"
  /** The customers' accounts. */
  | "USER_POOL_ID"
  /** The site's app client. */
  | "USER_POOL_CLIENT_ID"
  /** The app client that only the canary signs in with. */
  | "CANARY_CLIENT_ID"
  /** Accepted values of the secret header that CloudFront sends, separated by spaces. */
  | "ORIGIN_SECRETS"
  /** Secrets Manager name or ARN: JSON `{loginId, password}` of the customer that the canary signs in as. */
  | "CANARY_SECRET_ID"
  /** Secrets Manager name or ARN: JSON `{key, previousKey?}` that signs the links which end service information. */
  | "UNSUBSCRIBE_SECRET_ID"
  | "APP_VERSION";

export type SecretName = "canary" | "stripe" | "unsubscribe" | "vonage";

type TableGrants =
  | { table?: never; partitions?: never; readOnly?: never }
  | {
      /** DynamoDB actions on the table. */
      table: readonly `dynamodb:${string}`[];
      /** Partition keys that those actions are confined to, `*` standing for any ending. */
      partitions: readonly Partition[];
      /** Those of them that nothing may be put into or updated in. */
      readOnly?: readonly Partition[];
    };

export type Grants = TableGrants & {
  /** May delete from all of `partitions`, not only finished work. */
  erases?: true;
  /** S3 actions on the download bucket's objects. */
  bucket?: readonly `s3:${string}`[];
  /** KMS actions on the key; `field` limits them to that value of the encryption context. */
  key?: readonly { action: `kms:${string}`; field?: string }[];
  /** May send mail as the portal's sender. */
  mail?: boolean;
  /** May read SES's quota and state of the account. */
  mailAccount?: boolean;
  /** Cognito actions on the user pool. */
  userPool?: readonly `cognito-idp:${string}`[];
  secrets?: readonly SecretName[];
};

export interface FunctionSettings {
  /** Path of the module that exports `handler`. */
  entry: `functions/${string}.ts`;
  environment: readonly EnvironmentName[];
  grants: Grants;
  timeoutSeconds: number;
  memoryMb: number;
  /** Its calls to a provider are billed: `costlyConcurrency` reserves concurrency for it. */
  costsMoney?: boolean;
}

export interface ScheduledFunctionSettings extends FunctionSettings {
  everyMinutes: number;
  /** A failed run is retried, and goes to the dead-letter queue after the last attempt. */
  isRepeated: boolean;
}
