/**
 * What everything costs: the one place for prices. List prices of ap-northeast-1 (CloudFront: viewers in Japan) without tax,
 * discounts and contracts. docs/cost.md names those that nobody has compared, and says what the others were compared with
 * and how to refresh them.
 */

/** For what is charged in other money. */
export const yenPerUsd = 150;

/** Where to read a figure. Without `checked` it stands as somebody remembered it in June 2025. */
export interface Sourced {
  source: string;
  /** The page that says it, and the day it was compared with a copy of that page. */
  checked?: { on: string; page: string };
}

const lastCompared = "2026-11-21";
export const compared = (source: string, page = source): Sourced => ({
  source,
  checked: { on: lastCompared, page },
});

type Figures = Readonly<Record<string, Sourced>>;
/** Names of those that nobody has compared. */
export const fromMemory = (figures: Figures): string[] =>
  Object.keys(figures).filter((name) => figures[name]?.checked === undefined);
export const knownIn = (figures: Figures): string =>
  `${lastCompared.slice(0, 7)} (${fromMemory(figures).length} of ${Object.keys(figures).length} from memory)`;

export interface Price extends Sourced {
  /** US dollars for `per` of `unit`. */
  usd: number;
  per: number;
  unit: string;
  /** Of the unit in a month, for an account's whole life; not the first year's gift. */
  free?: number;
}

/** Compared with AWS's price list of that service: Tokyo's, unless it is sold elsewhere. */
const aws = (page: string, service: string, region = "ap-northeast-1/"): Sourced =>
  compared(
    `https://aws.amazon.com/${page}/pricing/`,
    `https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/${service}/current/${region}index.json`,
  );
const cognito = aws("cognito", "AmazonCognito");
const lambda = aws("lambda", "AWSLambda");
const dynamodb = aws("dynamodb", "AmazonDynamoDB");
const s3 = aws("s3", "AmazonS3");
const cloudFront = aws("cloudfront", "AmazonCloudFront", "");
const waf = aws("waf", "awswaf", "us-east-1/");
const kms = aws("kms", "awskms");
const secretsManager = aws("secrets-manager", "AWSSecretsManager");
const cloudWatch = aws("cloudwatch", "AmazonCloudWatch");
const million = 1e6;

export const prices = {
  activeUsers: { usd: 0.015, per: 1, unit: "Cognito MAU, Essentials", free: 10_000, ...cognito },
  watchedUsers: { usd: 0.02, per: 1, unit: "Cognito MAU, Plus", ...cognito },
  apiRequests: {
    usd: 1.29,
    per: million,
    unit: "HTTP API request",
    ...aws("api-gateway", "AmazonApiGateway"),
  },
  lambdaRequests: { usd: 0.2, per: million, unit: "Lambda call", free: million, ...lambda },
  lambdaSeconds: { usd: 0.0000133334, per: 1, unit: "Lambda GB second, arm64", free: 400_000, ...lambda },
  tableReads: { usd: 0.1425, per: million, unit: "DynamoDB read unit", ...dynamodb },
  tableWrites: { usd: 0.715, per: million, unit: "DynamoDB write unit", ...dynamodb },
  tableGb: { usd: 0.285, per: 1, unit: "DynamoDB GB month", free: 25, ...dynamodb },
  backupGb: { usd: 0.228, per: 1, unit: "DynamoDB GB month, point in time", ...dynamodb },
  fileGb: { usd: 0.025, per: 1, unit: "S3 GB month", ...s3 },
  fileReads: { usd: 0.37, per: million, unit: "S3 GET", ...s3 },
  downloadGb: {
    usd: 0.114,
    per: 1,
    unit: "GB from S3 to the internet",
    free: 100,
    ...aws("s3", "AWSDataTransfer"),
  },
  siteGb: { usd: 0.114, per: 1, unit: "GB from CloudFront, Japan", free: 1000, ...cloudFront },
  siteRequests: {
    usd: 1.2,
    per: million,
    unit: "CloudFront HTTPS request, Japan",
    free: 10 * million,
    ...cloudFront,
  },
  edgeCalls: { usd: 0.1, per: million, unit: "CloudFront function call", free: 2 * million, ...cloudFront },
  firewalls: { usd: 5, per: 1, unit: "WAF web ACL", ...waf },
  firewallRules: { usd: 1, per: 1, unit: "WAF rule", ...waf },
  firewallRequests: { usd: 0.6, per: million, unit: "WAF request", ...waf },
  keys: { usd: 1, per: 1, unit: "KMS key", ...kms },
  keyCalls: { usd: 3, per: million, unit: "KMS call", free: 20_000, ...kms },
  secrets: { usd: 0.4, per: 1, unit: "Secrets Manager secret", ...secretsManager },
  secretCalls: { usd: 5, per: million, unit: "Secrets Manager call", ...secretsManager },
  /** What an account new to SES since July 2026 is put on; without a plan, which it may choose, 0.10. */
  mails: {
    usd: 0.16,
    per: 1000,
    unit: "SES mail, Essentials plan",
    ...aws("ses", "AmazonSES", "us-east-1/"),
  },
  logGb: { usd: 0.76, per: 1, unit: "CloudWatch Logs GB taken in", free: 5, ...cloudWatch },
  keptLogGb: { usd: 0.033, per: 1, unit: "CloudWatch Logs GB month", free: 5, ...cloudWatch },
  alarms: { usd: 0.1, per: 1, unit: "CloudWatch metric under an alarm", free: 10, ...cloudWatch },
  metrics: { usd: 0.3, per: 1, unit: "CloudWatch metric of our own", free: 10, ...cloudWatch },
  dashboards: {
    usd: 3,
    per: 1,
    unit: "CloudWatch dashboard",
    free: 3,
    ...aws("cloudwatch", "AmazonCloudWatch", ""),
  },
  traces: {
    usd: 5,
    per: million,
    unit: "X-Ray trace",
    free: 100_000,
    ...compared("https://aws.amazon.com/xray/pricing/"),
  },
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
export const priceListDate = knownIn(prices);

interface Share extends Sourced {
  share: number;
}
/** What Stripe keeps of the turnover, and for what. */
export const stripeShares = {
  domesticCard: { share: 0.036, source: "https://stripe.com/jp/pricing" },
  billing: {
    share: 0.007,
    ...compared(
      "https://stripe.com/jp/billing/pricing",
      "https://support.stripe.com/questions/july-2024-changes-to-stripe-billing",
    ),
  },
  tax: {
    share: 0.005,
    ...compared(
      "https://stripe.com/jp/tax/pricing",
      "https://support.stripe.com/questions/understanding-stripe-tax-pay-as-you-go-pricing",
    ),
  },
} as const satisfies Record<string, Share>;
export const stripeShare = Object.values(stripeShares).reduce((sum, { share }) => sum + share, 0);
