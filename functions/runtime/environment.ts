/** Environment variables of a function, by their names in `infra/settings/function-settings.ts`. */

import { ApiError } from "./api-error.ts";
import { log } from "./log.ts";

type SettingName =
  | "APP_VERSION"
  | "CANARY_CLIENT_ID"
  | "CANARY_SECRET_ID"
  | "DOWNLOAD_BUCKET"
  | "INVOICE_DAYS_UNTIL_DUE"
  | "KEY_ID"
  | "MAIL_FROM"
  | "PRICE_INTERVAL"
  | "SITE_URL"
  | "SMS_ADDRESS_HOURLY_CAP"
  | "SMS_DAILY_CAP"
  | "STANDARD_PRICE_YEN"
  | "STRIPE_PRICE_ID"
  | "STRIPE_SECRET_ID"
  | "TABLE_NAME"
  | "UNSUBSCRIBE_SECRET_ID"
  | "TAX_RATE_PERCENT"
  | "USER_POOL_CLIENT_ID"
  | "USER_POOL_ID"
  | "VONAGE_SECRET_ID";
type OptionalSettingName =
  | "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"
  | "ORIGIN_SECRETS"
  | "REGISTRATION_NUMBER"
  | "SELLER_NAME"
  | "STRIPE_API_URL"
  | "STRIPE_PRICE_ID"
  | "TAX_AGENCY_APPLICATION_ID"
  | "TAX_AGENCY_URL"
  | "VONAGE_API_URL";
/** What Lambda itself sets. */
type LambdaVariable = "AWS_ACCESS_KEY_ID" | "AWS_REGION" | "AWS_SECRET_ACCESS_KEY";

/** Throws 503 and logs the name if it is missing or empty. */
export function environment(name: SettingName | LambdaVariable): string {
  const value = process.env[name];
  if (value) return value;
  log("error", "setting missing", { setting: name });
  throw new ApiError("unavailable");
}

export const optionalEnvironment = (name: OptionalSettingName): string | undefined =>
  process.env[name] || undefined;

/** A whole number from 0; throws 503 and logs the name otherwise. */
export function numericEnvironment(
  name:
    | "INVOICE_DAYS_UNTIL_DUE"
    | "STANDARD_PRICE_YEN"
    | "SMS_ADDRESS_HOURLY_CAP"
    | "SMS_DAILY_CAP"
    | "TAX_RATE_PERCENT",
): number {
  const value = environment(name);
  if (/^\d{1,9}$/.test(value)) return Number(value);
  log("error", "setting is not a number", { setting: name });
  throw new ApiError("unavailable");
}
