/** What AWS and the providers let one account do before somebody asks for more: default quotas of ap-northeast-1. */
export const quotaDate = "2025-06";

export interface Quota {
  limit: number;
  what: string;
  source: string;
}

const guide = (path: string): string => `https://docs.aws.amazon.com/${path}`;
const cognito = guide("cognito/latest/developerguide/quotas.html");

export const quotas = {
  cognitoMail: { limit: 50, what: "mails a day by Cognito's own sender", source: cognito },
  cognitoSignIns: { limit: 120, what: "Cognito UserAuthentication calls/s", source: cognito },
  cognitoSignUps: { limit: 50, what: "Cognito UserCreation calls/s", source: cognito },
  cognitoUsers: { limit: 40_000_000, what: "users in one Cognito pool", source: cognito },
  apiRequests: {
    limit: 10_000,
    what: "HTTP API requests/s of the account",
    source: guide("apigateway/latest/developerguide/limits.html"),
  },
  lambdaCopies: {
    limit: 1000,
    what: "Lambda copies at once (a new account may have 10)",
    source: guide("lambda/latest/dg/gettingstarted-limits.html"),
  },
  tableWrites: {
    limit: 40_000,
    what: "DynamoDB write units/s of an on-demand table",
    source: guide("amazondynamodb/latest/developerguide/ServiceQuotas.html"),
  },
  counterWrites: {
    limit: 1000,
    what: "DynamoDB write units/s of one item: the portal's SMS counter",
    source: guide("amazondynamodb/latest/developerguide/bp-partition-key-design.html"),
  },
  mailsPerSecond: {
    limit: 14,
    what: "SES mails/s once out of the sandbox",
    source: guide("ses/latest/dg/quotas.html"),
  },
  mailsPerDay: {
    limit: 50_000,
    what: "SES mails a day once out of the sandbox",
    source: guide("ses/latest/dg/quotas.html"),
  },
  keyCalls: {
    limit: 10_000,
    what: "KMS calls/s",
    source: guide("kms/latest/developerguide/requests-per-second.html"),
  },
  vonageCalls: {
    limit: 30,
    what: "Vonage Verify calls/s",
    source: "https://developer.vonage.com/en/verify/overview",
  },
  stripeCalls: {
    limit: 100,
    what: "Stripe calls/s, live mode",
    source: "https://docs.stripe.com/rate-limits",
  },
} as const satisfies Record<string, Quota>;
