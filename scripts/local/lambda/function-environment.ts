import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import type { EnvironmentName } from "#shared/environment-variables.ts";
import { sampleCompany } from "../control/sample-company.ts";
import { identifiers, localInvoiceDays, localPrice } from "../identifiers.ts";
import type { Services as AllServices } from "../services.ts";
import type { Principals } from "./principals.ts";

type Services = Pick<AllServices, "origin">;

export interface SmsCaps {
  /** Codes that the whole portal may send in a day. */
  smsDailyCap?: number;
  /** Codes that one address may ask for in an hour. */
  smsAddressHourlyCap?: number;
}

/** Returns Lambda's environment for that function: its settings, its role's keys, and the address of AWS. */
export const environmentOf = (
  name: FunctionName,
  {
    services,
    principals,
    siteUrl,
    caps,
  }: { services: Services; principals: Principals; siteUrl: string; caps: SmsCaps },
): Record<string, string> => {
  const values = settings(services, siteUrl, caps);
  const { accessKeyId, secretAccessKey } = principals.functions[name];
  return {
    ...Object.fromEntries(allFunctions[name].environment.map((key: EnvironmentName) => [key, values[key]])),
    ...awsEnvironment(services),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
};

/** Returns the environment of all functions together, for a process that runs several. */
export const sharedEnvironment = (
  services: Services,
  siteUrl: string,
  caps: SmsCaps = {},
): Record<string, string> => ({ ...settings(services, siteUrl, caps), ...awsEnvironment(services) });

const settings = (
  services: Services,
  siteUrl: string,
  { smsAddressHourlyCap = 1000, smsDailyCap = 10_000 }: SmsCaps,
): Record<EnvironmentName, string> => ({
  TABLE_NAME: identifiers.tableName,
  DOWNLOAD_BUCKET: identifiers.bucket,
  USER_EXPORT_BUCKET: identifiers.userExportBucket,
  KEY_ID: identifiers.keyAlias,
  MAIL_FROM: identifiers.mailFrom,
  SITE_URL: siteUrl,
  VONAGE_SECRET_ID: identifiers.vonageSecretName,
  VONAGE_API_URL: services.origin("vonage"),
  TAX_AGENCY_APPLICATION_ID: identifiers.taxAgencyApplicationId,
  TAX_AGENCY_URL: services.origin("tax-agency"),
  STRIPE_SECRET_ID: identifiers.stripeSecretName,
  STRIPE_API_URL: services.origin("stripe"),
  STRIPE_PRICE_ID: identifiers.stripePriceId,
  STANDARD_PRICE_YEN: String(localPrice.amountYen),
  TAX_RATE_PERCENT: String(localPrice.taxRatePercent),
  PRICE_INTERVAL: localPrice.interval,
  SELLER_NAME: sampleCompany.name,
  SELLER_LINES: "〒100-0001 東京都千代田区千代田1-1\n電話 03-0000-0000\n担当 山田 太郎",
  CONTACT_URL: new URL(sampleCompany.contactUrl, siteUrl).href,
  REGISTRATION_NUMBER: identifiers.registrationNumber,
  INVOICE_DAYS_UNTIL_DUE: String(localInvoiceDays),
  // Everybody here comes from one address.
  SMS_ADDRESS_HOURLY_CAP: String(smsAddressHourlyCap),
  SMS_DAILY_CAP: String(smsDailyCap),
  DELETIONS_PER_RUN: "20",
  DELETIONS_PERCENT: "2",
  CODE_MAILS_PER_HOUR: "500",
  SIGN_UP_MAILS_PER_HOUR: "400",
  LOGIN_ID_MAILS_PER_HOUR: "100",
  // At once: a test that is about it sets its own.
  LOGIN_ID_ANSWER_MS: "0",
  ANNOUNCEMENT_MAIL_PERCENT: "50",
  USER_POOL_ID: identifiers.userPoolId,
  USER_POOL_CLIENT_ID: identifiers.clientId,
  CANARY_CLIENT_ID: identifiers.canaryClientId,
  ORIGIN_SECRETS: identifiers.originSecret,
  CANARY_SECRET_ID: identifiers.canarySecretName,
  UNSUBSCRIBE_SECRET_ID: identifiers.unsubscribeSecretName,
  APP_VERSION: "local",
  // There are no alarms here.
  ALARM_TOPICS: "",
  ALARM_ADDRESSES: "",
});

const awsEnvironment = ({ origin }: Services): Record<string, string> => ({
  AWS_REGION: identifiers.region,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: origin("cognito"),
  AWS_ENDPOINT_URL_DYNAMODB: origin("dynamodb"),
  AWS_ENDPOINT_URL_S3: origin("s3"),
  AWS_ENDPOINT_URL_SESV2: origin("ses"),
  AWS_ENDPOINT_URL_KMS: origin("kms"),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: origin("secrets"),
});
