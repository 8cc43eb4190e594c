/**
 * Environment variables of the functions: the stack and the local cloud set them, the functions read them.
 */

/** Each function gets only those that its settings name. `number`: a whole number from 0. */
export const environmentVariables = {
  TABLE_NAME: "text",
  DOWNLOAD_BUCKET: "text",
  /** Bucket of the exported accounts. */
  USER_EXPORT_BUCKET: "text",
  /** KMS key for customers' secrets. */
  KEY_ID: "text",
  /** Sender of the portal's mail, a display name and an address, e.g. `Name <no-reply@example.jp>`. */
  MAIL_FROM: "text",
  /** Origin of the site, for links in mail. */
  SITE_URL: "text",
  /** Secrets Manager name or ARN: JSON `{applicationId, privateKey, apiKey, apiSecret}`. */
  VONAGE_SECRET_ID: "text",
  /** Origin of Vonage's API; unset means Vonage's own. */
  VONAGE_API_URL: "optional",
  /** The National Tax Agency's application id; unset to verify only the check digit. */
  TAX_AGENCY_APPLICATION_ID: "optional",
  TAX_AGENCY_URL: "optional",
  /** SMS codes that the whole portal may send in a day. */
  SMS_DAILY_CAP: "number",
  /** Codes that the user pool may mail in an hour, for sign-ups and accounts together. */
  CODE_MAILS_PER_HOUR: "number",
  /** Those of these codes that sign-ups may use. */
  SIGN_UP_MAILS_PER_HOUR: "number",
  /** Mails with login IDs that the portal may send in an hour. */
  LOGIN_ID_MAILS_PER_HOUR: "number",
  /** Milliseconds until the response about forgotten login IDs: more than the work takes. */
  LOGIN_ID_ANSWER_MS: "number",
  /** Percent of SES's rate and of its quota for 24 hours that announcements may use up. */
  ANNOUNCEMENT_MAIL_PERCENT: "number",
  /** Accounts that a run of a job may delete. */
  DELETIONS_PER_RUN: "number",
  /** Percent of all accounts that a run may delete. */
  DELETIONS_PERCENT: "number",
  /** SMS codes that one IP address may request in an hour. */
  SMS_ADDRESS_HOURLY_CAP: "number",
  /**
   * Secrets Manager name or ARN: JSON `{secretKey, webhookSecrets}`; two webhook secrets while one replaces
   * the other.
   */
  STRIPE_SECRET_ID: "text",
  /** Origin of Stripe's API; unset means Stripe's own. */
  STRIPE_API_URL: "optional",
  /** The standard plan's price, `price_...`. */
  STRIPE_PRICE_ID: "text",
  /** The amount of that price, as the site shows it, tax included. */
  STANDARD_PRICE_YEN: "number",
  /** Consumption tax within that price. */
  TAX_RATE_PERCENT: "number",
  /** The interval of that price: `month` or `year`. */
  PRICE_INTERVAL: "text",
  /** The seller's name, on documents and in the signature of mails. */
  SELLER_NAME: "optional",
  /** The lines below the seller's name, e.g. address and phone. */
  SELLER_LINES: "optional",
  /** The seller's page for inquiries, in the signature of mails. */
  CONTACT_URL: "optional",
  /** The seller's registration number for qualified invoices, `T` and 13 digits; unset without one. */
  REGISTRATION_NUMBER: "optional",
  /** Days that a customer has to pay an invoice. */
  INVOICE_DAYS_UNTIL_DUE: "number",
  /** The user pool of the customers' accounts. */
  USER_POOL_ID: "text",
  /** The site's app client. */
  USER_POOL_CLIENT_ID: "text",
  /** The app client that only the canary signs in with. */
  CANARY_CLIENT_ID: "text",
  /** Accepted values of the secret header that CloudFront sends, separated by spaces. */
  ORIGIN_SECRETS: "optional",
  /** Secrets Manager name or ARN: JSON `{loginId, password}` of the customer that the canary signs in as. */
  CANARY_SECRET_ID: "text",
  /** Secrets Manager name or ARN: JSON `{key, previousKey?}` that signs unsubscribe links. */
  UNSUBSCRIBE_SECRET_ID: "text",
  APP_VERSION: "text",
  /** ARNs of the topics that the alarms are published to, separated by spaces; unset without topics. */
  ALARM_TOPICS: "optional",
  /** The addresses that each topic has to reach, separated by spaces. */
  ALARM_ADDRESSES: "optional",
} as const;

export type EnvironmentName = keyof typeof environmentVariables;
