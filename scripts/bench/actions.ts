import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { unsubscribeToken } from "../../functions/mail/unsubscribe-links.ts";
import type { LocalCloud } from "../local/cloud.ts";
import { identifiers } from "../local/identifiers.ts";
import type { InboxMessage } from "../local/inbox.ts";
import type { LoggedRequest } from "../local/request-log.ts";
import { type ComparedAction, compareWithBareCalls, type Run } from "./bare-calls.ts";
import { type CallRequest, checkoutQuery, eventOf, personOf, signupOf, upgradeRequest } from "./people.ts";

const repeats = 40;
type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;

type Call = (name: string, request: CallRequest) => Promise<Record<string, unknown>>;

/** From the wizard's data to the standard plan, fulfilled by the return page. The payment itself is Stripe's part. */
async function upgradeByCard(origin: string, call: Call, claims: CallRequest["claims"]): Promise<void> {
  await call("post-user", { path: "/api/user", claims, body: upgradeRequest });
  const path = "/api/payment/checkout-session";
  const { checkout_session_id } = await call("checkout-session", { path, claims, query: checkoutQuery });
  await fetch(`${origin}/__local/stripe/checkout/${checkout_session_id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome: "paid", webhook: false }),
  });
  await call("subscription", { path: "/api/payment/subscription", claims, body: { mode: "card" } });
}

/** Runs each action as a warm function in this process, then its database calls alone. */
export async function measureActions(
  { url: origin, seedUser }: Pick<LocalCloud, "url" | "seedUser">,
  functions: string,
): Promise<ComparedAction[]> {
  const services = await getJson<Services>(`${origin}/__local/services`);
  pointAt(services, origin);
  const handlers = await loadHandlers(functions);
  const call: Call = async (name, request) => {
    const { statusCode, body } = (await handlers[name]?.(eventOf(request), {
      awsRequestId: randomUUID(),
    })) ?? {
      statusCode: 0,
      body: "",
    };
    if (statusCode !== 200) throw new Error(`${name} answered ${statusCode} ${body}`);
    return JSON.parse(body);
  };
  const people = Array.from({ length: repeats + 1 }, (_, number) => personOf(number));
  for (const { loginId: userName, email, claims } of people) {
    seedUser({ userName, email, sub: claims.sub, password: "Correct-Horse-1" });
  }
  const verifications: unknown[] = [];

  const actions: readonly (readonly [string, (number: number) => Promise<unknown>])[] = [
    [
      "POST /api/verify send",
      async (number) => {
        const { request_id } = await call("verify", {
          path: "/api/verify",
          // Each customer has another client address, so that the rate limits do not apply.
          address: `198.51.100.${number}`,
          body: { mode: "send", phone_number: people[number]?.phoneNumber },
        });
        verifications[number] = request_id;
      },
    ],
    [
      "POST /api/verify check",
      async (number) => {
        const to = people[number]?.phoneNumber ?? "";
        const [message] = await getJson<InboxMessage[]>(`${origin}/__local/messages?to=${to}`);
        await call("verify", {
          path: "/api/verify",
          body: { mode: "check", code: message?.code, request_id: verifications[number] },
        });
      },
    ],
    [
      "POST /api/sign-up",
      (number) =>
        call("sign-up", {
          path: "/api/sign-up",
          address: `198.51.100.${number}`,
          body: {
            operation: "withdraw",
            loginId: people[number]?.loginId,
            email: people[number]?.email,
            requestId: verifications[number],
          },
        }),
    ],
    [
      "POST /api/user signup",
      (number) =>
        call("post-user", {
          path: "/api/user",
          claims: people[number]?.claims,
          body: signupOf(people[number], verifications[number]),
        }),
    ],
    [
      "GET /api/user",
      (number) =>
        call("get-user", {
          path: "/api/user",
          claims: people[number]?.claims,
          query: { name: people[number]?.loginId ?? "" },
        }),
    ],
    [
      "GET /api/download/file",
      (number) =>
        call("download-file", {
          path: "/api/download/file",
          claims: people[number]?.claims,
          query: { file_type: "plugin" },
        }),
    ],
    [
      "GET /api/releases",
      (number) =>
        call("releases", {
          path: "/api/releases",
          claims: people[number]?.claims,
          query: { file_type: "plugin" },
        }),
    ],
    ["POST /api/export", (number) => call("export", { path: "/api/export", claims: people[number]?.claims })],
    [
      "POST /api/unsubscribe",
      async (number) => {
        const token = await unsubscribeToken(people[number]?.claims.sub ?? "");
        await call("unsubscribe", { path: "/api/unsubscribe", query: { token } });
      },
    ],
    ...(["reveal", "reissue"] as const).map(
      (operation) =>
        [
          `POST /api/licence-key ${operation}`,
          (number: number) =>
            call("licence-key", {
              path: "/api/licence-key",
              claims: people[number]?.claims,
              body: { operation },
            }),
        ] as const,
    ),
    [
      "GET /api/activity",
      (number) => call("activity", { path: "/api/activity", claims: people[number]?.claims }),
    ],
    ["upgrade by card, paid", (number) => upgradeByCard(origin, call, people[number]?.claims)],
    [
      "POST /api/account close",
      (number) =>
        call("account", {
          path: "/api/account",
          claims: people[number]?.claims,
          body: { operation: "close" },
        }),
    ],
  ];
  const runs: Run[] = [];
  for (const [title, act] of actions) {
    for (let number = 0; number <= repeats; number += 1) {
      await fetch(`${origin}/__local/requests`, { method: "DELETE" });
      const started = performance.now();
      await act(number);
      const elapsed = performance.now() - started;
      const requests = await getJson<LoggedRequest[]>(`${origin}/__local/requests`);
      const calls = requests.filter(({ service }) => service === "dynamodb").reverse();
      runs.push({ title, number, elapsed, calls, counts: countByService(requests) });
    }
  }
  return compareWithBareCalls(origin, new DynamoDBClient({}), runs);
}

function countByService(requests: readonly LoggedRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { service } of requests) counts[service] = (counts[service] ?? 0) + 1;
  return counts;
}

async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  return (await response.json()) as T;
}

/** Sets the functions' environment variables, with the operator's credentials. */
function pointAt(services: Services, origin: string): void {
  const { cognito, dynamodb, s3, ses, kms, secrets, vonage, "tax-agency": taxAgency } = services;
  Object.assign(process.env, {
    AWS_REGION: identifiers.region,
    AWS_ACCESS_KEY_ID: dynamodb?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: dynamodb?.secretAccessKey,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito?.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb?.endpoint,
    AWS_ENDPOINT_URL_S3: s3?.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses?.endpoint,
    AWS_ENDPOINT_URL_KMS: kms?.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets?.endpoint,
    TABLE_NAME: identifiers.tableName,
    DOWNLOAD_BUCKET: identifiers.bucket,
    KEY_ID: identifiers.keyAlias,
    MAIL_FROM: identifiers.mailFrom,
    SITE_URL: origin,
    USER_POOL_ID: identifiers.userPoolId,
    ORIGIN_SECRETS: identifiers.originSecret,
    VONAGE_SECRET_ID: identifiers.vonageSecretName,
    VONAGE_API_URL: vonage?.endpoint,
    TAX_AGENCY_URL: taxAgency?.endpoint,
    STRIPE_SECRET_ID: identifiers.stripeSecretName,
    STRIPE_API_URL: services.stripe?.endpoint,
    STRIPE_PRICE_ID: identifiers.stripePriceId,
    STANDARD_PRICE_YEN: "11000",
    TAX_RATE_PERCENT: "10",
    INVOICE_DAYS_UNTIL_DUE: "30",
    SMS_ADDRESS_HOURLY_CAP: "100000",
    SMS_DAILY_CAP: "100000",
    UNSUBSCRIBE_SECRET_ID: identifiers.unsubscribeSecretName,
    APP_VERSION: "bench",
  });
}

type Services = Record<string, Record<string, string>>;

async function loadHandlers(directory: string): Promise<Record<string, Handler>> {
  const names = [
    "verify",
    "post-user",
    "get-user",
    "download-file",
    "releases",
    "export",
    "sign-up",
    "account",
    "unsubscribe",
    "activity",
    "licence-key",
    "checkout-session",
    "subscription",
  ];
  const modules = await Promise.all(
    names.map(
      (name): Promise<{ handler: Handler }> => import(pathToFileURL(join(directory, `${name}.mjs`)).href),
    ),
  );
  return Object.fromEntries(names.map((name, index) => [name, modules[index]?.handler ?? unknownHandler]));
}
const unknownHandler: Handler = async () => ({ statusCode: 404, body: "{}" });
