/**
 * What everything costs: the one place for prices. List prices of ap-northeast-1 (CloudFront: viewers in Japan) without tax,
 * discounts and contracts, written down from memory and not read from AWS on that day: docs/cost.md says how to refresh them.
 */
export const priceListDate = "2025-06";
/** For what is charged in other money. */
export const yenPerUsd = 150;

export interface Price {
  /** US dollars for `per` of `unit`. */
  usd: number;
  per: number;
  unit: string;
  /** Of the unit in a month, for an account's whole life; not the first year's gift. */
  free?: number;
  source: string;
}

const aws = (page: string): string => `https://aws.amazon.com/${page}/pricing/`;
const cloudWatch = aws("cloudwatch");
const million = 1e6;

export const prices = {
  activeUsers: { usd: 0.015, per: 1, unit: "Cognito MAU, Essentials", free: 10_000, source: aws("cognito") },
  watchedUsers: { usd: 0.02, per: 1, unit: "Cognito MAU, Plus", source: aws("cognito") },
  apiRequests: { usd: 1.29, per: million, unit: "HTTP API request", source: aws("api-gateway") },
  lambdaRequests: { usd: 0.2, per: million, unit: "Lambda call", free: million, source: aws("lambda") },
  lambdaSeconds: {
    usd: 0.0000133334,
    per: 1,
    unit: "Lambda GB second, arm64",
    free: 400_000,
    source: aws("lambda"),
  },
  tableReads: { usd: 0.1425, per: million, unit: "DynamoDB read unit", source: aws("dynamodb") },
  tableWrites: { usd: 0.715, per: million, unit: "DynamoDB write unit", source: aws("dynamodb") },
  tableGb: { usd: 0.285, per: 1, unit: "DynamoDB GB month", free: 25, source: aws("dynamodb") },
  backupGb: { usd: 0.228, per: 1, unit: "DynamoDB GB month, point in time", source: aws("dynamodb") },
  fileGb: { usd: 0.025, per: 1, unit: "S3 GB month", source: aws("s3") },
  fileReads: { usd: 0.37, per: million, unit: "S3 GET", source: aws("s3") },
  downloadGb: { usd: 0.114, per: 1, unit: "GB from S3 to the internet", free: 100, source: aws("s3") },
  siteGb: { usd: 0.114, per: 1, unit: "GB from CloudFront, Japan", free: 1000, source: aws("cloudfront") },
  siteRequests: {
    usd: 1.2,
    per: million,
    unit: "CloudFront HTTPS request, Japan",
    free: 10 * million,
    source: aws("cloudfront"),
  },
  edgeCalls: {
    usd: 0.1,
    per: million,
    unit: "CloudFront function call",
    free: 2 * million,
    source: aws("cloudfront"),
  },
  firewalls: { usd: 5, per: 1, unit: "WAF web ACL", source: aws("waf") },
  firewallRules: { usd: 1, per: 1, unit: "WAF rule", source: aws("waf") },
  firewallRequests: { usd: 0.6, per: million, unit: "WAF request", source: aws("waf") },
  keys: { usd: 1, per: 1, unit: "KMS key", source: aws("kms") },
  keyCalls: { usd: 3, per: million, unit: "KMS call", free: 20_000, source: aws("kms") },
  secrets: { usd: 0.4, per: 1, unit: "Secrets Manager secret", source: aws("secrets-manager") },
  secretCalls: { usd: 5, per: million, unit: "Secrets Manager call", source: aws("secrets-manager") },
  mails: { usd: 0.1, per: 1000, unit: "SES mail", source: aws("ses") },
  logGb: { usd: 0.76, per: 1, unit: "CloudWatch Logs GB taken in", free: 5, source: cloudWatch },
  keptLogGb: { usd: 0.033, per: 1, unit: "CloudWatch Logs GB month", free: 5, source: cloudWatch },
  alarms: { usd: 0.1, per: 1, unit: "CloudWatch metric under an alarm", free: 10, source: cloudWatch },
  metrics: { usd: 0.3, per: 1, unit: "CloudWatch metric of our own", free: 10, source: cloudWatch },
  dashboards: { usd: 3, per: 1, unit: "CloudWatch dashboard", free: 3, source: cloudWatch },
  traces: { usd: 5, per: million, unit: "X-Ray trace", free: 100_000, source: aws("xray") },
  /** Vonage bills in euros, by country and contract: look at the account's own price list. */
  sms: {
    usd: 0.08,
    per: 1,
    unit: "SMS to a Japanese mobile",
    source: "https://www.vonage.com/communications-apis/sms/pricing/",
  },
  verifications: {
    usd: 0.06,
    per: 1,
    unit: "number verified",
    source: "https://www.vonage.com/communications-apis/verify/pricing/",
  },
} as const satisfies Record<string, Price>;
export type PriceName = keyof typeof prices;

/** Of the turnover: a domestic card, Billing, Tax. Source: https://stripe.com/jp/pricing, /billing/pricing, /tax/pricing */
export const stripeShare = 0.036 + 0.007 + 0.005;
