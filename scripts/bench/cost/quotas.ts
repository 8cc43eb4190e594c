/** What AWS and the providers let one account do before somebody asks for more: default quotas of ap-northeast-1. */
import { compared, knownIn, type Sourced } from "./prices.ts";

export interface Quota extends Sourced {
  limit: number;
  what: string;
}

const guide = (path: string): string => `https://docs.aws.amazon.com/${path}`;
const cognito = compared(guide("cognito/latest/developerguide/quotas.html"));
const dynamodb = (page: string): Sourced => compared(guide(`amazondynamodb/latest/developerguide/${page}`));
/** AWS names no number there: what an account may send out of the sandbox depends on what it sends. */
const ses: Sourced = { source: guide("ses/latest/dg/quotas.html") };

export const quotas = {
  cognitoMail: { limit: 50, what: "mails a day by Cognito's own sender", ...cognito },
  cognitoSignIns: { limit: 120, what: "Cognito UserAuthentication calls/s", ...cognito },
  cognitoSignUps: { limit: 50, what: "Cognito UserCreation calls/s", ...cognito },
  cognitoUsers: { limit: 40_000_000, what: "users in one Cognito pool", ...cognito },
  apiRequests: {
    limit: 10_000,
    what: "HTTP API requests/s of the account",
    ...compared(guide("apigateway/latest/developerguide/limits.html")),
  },
  lambdaCopies: {
    limit: 1000,
    what: "Lambda copies at once (a new account may have 10)",
    ...compared(guide("lambda/latest/dg/gettingstarted-limits.html")),
  },
  tableWrites: {
    limit: 40_000,
    what: "DynamoDB write units/s of an on-demand table",
    ...dynamodb("on-demand-capacity-mode-max-throughput.html"),
  },
  counterWrites: {
    limit: 1000,
    what: "DynamoDB write units/s of one item: the portal's SMS counter",
    ...dynamodb("warm-throughput-scenarios.html"),
  },
  mailsPerSecond: { limit: 14, what: "SES mails/s once out of the sandbox", ...ses },
  mailsPerDay: { limit: 50_000, what: "SES mails a day once out of the sandbox", ...ses },
  keyCalls: {
    limit: 20_000,
    what: "KMS calls/s",
    ...compared(guide("kms/latest/developerguide/requests-per-second.html")),
  },
  /** Vonage says so of the first Verify; the portal calls the second. */
  vonageCalls: {
    limit: 30,
    what: "Vonage Verify calls/s",
    source: "https://developer.vonage.com/en/verify/overview",
  },
  stripeCalls: {
    limit: 100,
    what: "Stripe calls/s, live mode",
    ...compared("https://docs.stripe.com/rate-limits"),
  },
} as const satisfies Record<string, Quota>;
export const quotaDate = knownIn(quotas);
