/**
 * List prices of ap-northeast-1 (CloudFront: viewers in Japan) and default quotas, without tax, discounts and contracts.
 * Compared with the providers' pages on 21 November 2026, but for those marked `from memory`. How to refresh: docs/cost.md.
 */

export const yenPerUsd = 150;
/** What Stripe keeps of a card payment: card 3.6 % (from memory), Billing 0.7 %, Tax 0.5 %. */
export const stripeShare = 0.036 + 0.007 + 0.005;

export interface Price {
  /** US dollars for `per` of `unit`. */
  usd: number;
  per: number;
  unit: string;
  /** Of the unit in a month, without an end. */
  free: number;
}
const price = (usd: number, per: number, unit: string, free = 0): Price => ({ usd, per, unit, free });
const million = 1e6;

/** Sources: the pricing page of each service at aws.amazon.com and vonage.com. */
export const prices = {
  activeUsers: price(0.015, 1, "Cognito MAU, Essentials", 10_000),
  apiRequests: price(1.29, million, "HTTP API request"),
  lambdaRequests: price(0.2, million, "Lambda call", million),
  lambdaSeconds: price(0.0000133334, 1, "Lambda GB second, arm64", 400_000),
  tableReads: price(0.1425, million, "DynamoDB read unit"),
  tableWrites: price(0.715, million, "DynamoDB write unit"),
  tableGb: price(0.285 + 0.228, 1, "DynamoDB GB month with recovery"),
  fileReads: price(0.37, million, "S3 GET"),
  downloadGb: price(0.114, 1, "GB from S3 to the internet", 100),
  siteGb: price(0.114, 1, "GB from CloudFront, Japan", 1000),
  siteRequests: price(1.2, million, "CloudFront HTTPS request, Japan", 10 * million),
  edgeCalls: price(0.1, million, "CloudFront function call", 2 * million),
  firewalls: price(5, 1, "WAF web ACL"),
  firewallRules: price(1, 1, "WAF rule"),
  firewallRequests: price(0.6, million, "WAF request"),
  keys: price(1, 1, "KMS key"),
  keyCalls: price(3, million, "KMS call", 20_000),
  secrets: price(0.4, 1, "Secrets Manager secret"),
  secretCalls: price(5, million, "Secrets Manager call"),
  mails: price(0.16, 1000, "SES mail, Essentials plan"),
  logGb: price(0.76 + 3 * 0.033, 1, "CloudWatch Logs GB, kept 90 days", 5),
  alarms: price(0.1, 1, "CloudWatch metric under an alarm", 10),
  metrics: price(0.3, 1, "CloudWatch custom metric", 10),
  dashboards: price(3, 1, "CloudWatch dashboard", 3),
  traces: price(5, million, "X-Ray trace", 100_000),
  /** From memory, like the next: Vonage bills by country and contract. */
  sms: price(0.08, 1, "SMS to a Japanese mobile"),
  verifications: price(0.06, 1, "number verified"),
} as const satisfies Record<string, Price>;
export type PriceName = keyof typeof prices;

/** Calls or units a second, or a day. Sources: the quota page of each service. */
export const quotas = {
  signIns: [120, "Cognito UserAuthentication calls/s"],
  signUps: [50, "Cognito UserCreation calls/s"],
  lambdaCopies: [1000, "Lambda copies at once (a new account may have 10)"],
  tableWrites: [40_000, "DynamoDB write units/s of the table"],
  /** From memory. */
  mailsPerDay: [50_000, "SES mails a day once out of the sandbox"],
  keyCalls: [20_000, "KMS calls/s"],
  /** From memory; stated for Verify v1. */
  vonageCalls: [30, "Vonage Verify calls/s"],
  stripeCalls: [100, "Stripe calls/s, live mode"],
} as const;
