import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { endpointFunctions } from "#infra/settings/functions.ts";
import type { LocalCloud } from "#scripts/local/cloud.ts";
import { type CallRequest, eventOf } from "#scripts/local/edge/gateway-event.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { InboxMessage } from "#scripts/local/inbox.ts";
import type { LoggedRequest } from "#scripts/local/request-log.ts";
import { type ComparedAction, compareWithBareCalls, type Run } from "./bare-calls.ts";
import { checkoutQuery, type Person, personOf, signupOf, upgradeRequest } from "./people.ts";
import { getJson, postJson, renewAll } from "./renewals.ts";

const repeats = 40;
const password = "Correct-Horse-1";
type FunctionName = Extract<keyof typeof endpointFunctions, string>;
type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;
type Call = (name: FunctionName, request: CallRequest) => Promise<Record<string, unknown>>;
/** `number` counts the customers. */
type Action = (person: Person, number: number) => Promise<unknown>;

/** Runs each action as a warm function in this process, then its database calls alone. */
export async function measureActions(
  { url: origin, services, environment }: LocalCloud,
  functions: string,
): Promise<ComparedAction[]> {
  Object.assign(process.env, environment);
  const call = await callerOf(functions);
  const people = Array.from({ length: repeats + 1 }, (_, number) => personOf(number));
  for (const { loginId: userName, email, claims } of people) {
    services.cognito.seedUser({ userName, email, sub: claims.sub, password });
  }
  const runs: Run[] = [];
  for (const [title, act] of Object.entries(actionsOf(origin, call, people))) {
    for (const [number, person] of people.entries()) {
      await fetch(`${origin}/__local/requests`, { method: "DELETE" });
      const started = performance.now();
      await act(person, number);
      const elapsed = performance.now() - started;
      const requests = await requestsAfter(title, origin);
      const calls = requests.filter(({ service }) => service === "dynamodb").reverse();
      runs.push({ title, number, elapsed, calls, counts: countByService(requests) });
    }
  }
  return compareWithBareCalls(origin, new DynamoDB({}), runs);
}

/** Of a change of the contract Stripe tells a webhook, whose function may write before the action does: its calls belong to the replay. */
async function requestsAfter(title: string, origin: string): Promise<LoggedRequest[]> {
  const read = () => getJson<LoggedRequest[]>(`${origin}/__local/requests`);
  let requests = await read();
  for (let before = -1; title.startsWith("POST /api/contract") && before < requests.length; ) {
    before = requests.length;
    await setTimeout(150);
    requests = await read();
  }
  return requests;
}

/** As browsers send it to `POST /api/sign-in-methods`. */
async function accessTokenOf({ loginId }: Person): Promise<string> {
  const signIn = new AdminInitiateAuthCommand({
    UserPoolId: identifiers.userPoolId,
    ClientId: identifiers.canaryClientId,
    AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: loginId, PASSWORD: password },
  });
  const { AuthenticationResult } = await new CognitoIdentityProviderClient({}).send(signIn);
  return AuthenticationResult?.AccessToken ?? "";
}

/** In the order of a customer's life. */
function actionsOf(origin: string, call: Call, people: readonly Person[]): Record<string, Action> {
  const verifications: unknown[] = [];
  let accessTokens: Promise<string[]> | undefined;
  let renewals: ReturnType<typeof renewAll> | undefined;
  const get =
    (name: FunctionName, path: string, query: Record<string, string> = {}): Action =>
    ({ claims }) =>
      call(name, { path, claims, query });
  const post =
    (name: FunctionName, path: string, body: object): Action =>
    ({ claims }) =>
      call(name, { path, claims, body });
  return {
    "POST /api/verify send": async ({ phoneNumber }, number) => {
      const { request_id } = await call("verify", {
        path: "/api/verify",
        // Each customer has another client address, so that the rate limits do not apply.
        address: `198.51.100.${number}`,
        body: { mode: "send", phone_number: phoneNumber },
      });
      verifications[number] = request_id;
    },
    "POST /api/verify check": async ({ phoneNumber }, number) => {
      const [message] = await getJson<InboxMessage[]>(`${origin}/__local/messages?to=${phoneNumber}`);
      const body = { mode: "check", code: message?.code, request_id: verifications[number] };
      await call("verify", { path: "/api/verify", body });
    },
    "POST /api/sign-up": ({ loginId, email }, number) =>
      call("withdraw-sign-up", {
        path: "/api/sign-up",
        address: `198.51.100.${number}`,
        body: { operation: "withdraw", loginId, email, requestId: verifications[number] },
      }),
    "POST /api/login-ids": ({ loginId }, number) =>
      call("login-ids", {
        path: "/api/login-ids",
        address: `198.51.100.${number}`,
        body: { email: `${loginId}@example.com` },
      }),
    "POST /api/quotes/public": (_, number) =>
      call("public-quote", {
        path: "/api/quotes/public",
        address: `198.51.100.${number}`,
        body: { addressee: "株式会社テスト商事", months: 12 },
      }),
    "POST /api/user signup": (person, number) =>
      call("post-user", {
        path: "/api/user",
        claims: person.claims,
        body: signupOf(person, verifications[number]),
      }),
    "GET /api/user": ({ claims, loginId }) =>
      call("get-user", { path: "/api/user", claims, query: { name: loginId } }),
    "POST /api/sessions begin": post("sessions", "/api/sessions", { operation: "begin" }),
    "POST /api/sign-in-methods": async ({ claims }, number) => {
      // While it warms up: signing in writes rows that the replay has to write too.
      accessTokens ??= Promise.all(people.map(accessTokenOf));
      const body = { access_token: (await accessTokens)[number] };
      await call("sign-in-methods", { path: "/api/sign-in-methods", claims, body });
    },
    "GET /api/download/file": get("download-file", "/api/download/file", { file_type: "plugin" }),
    "GET /api/releases": get("releases", "/api/releases", { file_type: "plugin" }),
    "POST /api/export": post("export", "/api/export", {}),
    "POST /api/unsubscribe": async ({ claims: { sub } }) => {
      const token = await unsubscribeToken(sub);
      await call("unsubscribe", { path: "/api/unsubscribe", body: {}, query: { token } });
    },
    "POST /api/licence-key reveal": post("licence-key", "/api/licence-key", { operation: "reveal" }),
    "POST /api/licence-key resend": post("licence-key", "/api/licence-key", { operation: "resend" }),
    "POST /api/licence-key reissue": post("licence-key", "/api/licence-key", { operation: "reissue" }),
    "GET /api/activity": get("activity", "/api/activity"),
    "upgrade by card, paid": ({ claims }) => upgradeByCard(origin, call, claims),
    "webhooks of a renewal": async ({ claims: { sub } }) => {
      // While it warms up: what Stripe does by itself is not measured.
      renewals ??= renewAll(origin);
      for (const webhook of (await renewals).get(sub) ?? []) await call("stripe-webhook", webhook);
    },
    "GET /api/contract": get("get-contract", "/api/contract"),
    "GET /api/invoices": get("invoices", "/api/invoices", { year: String(new Date().getFullYear()) }),
    "POST /api/contract cancel": post("post-contract", "/api/contract", { operation: "cancel" }),
    "POST /api/contract resume": post("post-contract", "/api/contract", { operation: "resume" }),
    "POST /api/contract change-payment-type": post("post-contract", "/api/contract", {
      operation: "change-payment-type",
      paymentType: "invoice",
    }),
    "POST /api/sessions end": post("sessions", "/api/sessions", { operation: "end" }),
    "POST /api/account close": post("account", "/api/account", { operation: "close" }),
  };
}

/** From the wizard's data to the standard plan, fulfilled by the return page. The payment itself is Stripe's part. */
async function upgradeByCard(origin: string, call: Call, claims: CallRequest["claims"]): Promise<void> {
  await call("post-user", { path: "/api/user", claims, body: upgradeRequest });
  const path = "/api/payment/checkout-session";
  const { checkout_session_id } = await call("checkout-session", { path, claims, query: checkoutQuery });
  const paid = { outcome: "paid", webhook: false };
  await postJson(`${origin}/__local/stripe/checkout/${checkout_session_id}`, paid);
  await call("subscription", { path: "/api/payment/subscription", claims, body: { mode: "card" } });
}

function countByService(requests: readonly LoggedRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { service } of requests) counts[service] = (counts[service] ?? 0) + 1;
  return counts;
}

/** Calls the bundles in a directory. Throws if the answer is not 200. */
async function callerOf(directory: string): Promise<Call> {
  const load = async (name: string): Promise<[string, Handler]> => {
    const bundle: { handler: Handler } = await import(pathToFileURL(join(directory, `${name}.mjs`)).href);
    return [name, bundle.handler];
  };
  const handlers = new Map(await Promise.all(Object.keys(endpointFunctions).map(load)));
  return async (name, request) => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`There is no bundle ${name}.`);
    const { statusCode, body } = await handler(eventOf(request), { awsRequestId: randomUUID() });
    if (statusCode !== 200) throw new Error(`${name} answered ${statusCode} ${body}`);
    return JSON.parse(body);
  };
}
