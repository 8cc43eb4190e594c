/**
 * The portal as customers meet it: the gateway of the local cloud in front of the real handlers, with tokens that the user pool
 * signs, and the clock, Stripe's webhooks and the scheduled jobs in the campaign's hands.
 */
import { validateHeaderValue } from "node:http";
import { join } from "node:path";
import { InitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { afterAll } from "vitest";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { createGateway } from "#scripts/local/edge/gateway.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { sampleReleases } from "#scripts/local/seed/sample-releases.ts";
import { publishRelease } from "#scripts/operator/release/publish.ts";
import { type EndpointName, endpoints } from "#shared/endpoints.ts";
import { errorCodes } from "#shared/errors.ts";
import { authenticationHeader } from "#shared/headers.ts";
import { contextOf } from "#test/functions/support/events.ts";
import { newPerson, type Person } from "#test/functions/support/people.ts";
import { advance, type PortalOptions } from "#test/functions/support/portal.ts";
import { plainPasswords } from "#test/functions/support/verified-phone.ts";
import { startWorld } from "#test/functions/support/world/world.ts";
import { asOperator } from "#test/scripts/support/as-operator.ts";

export type JobName = "export-users" | "reconcile" | "retention";

/** Partitions of what the reconciler has to do. */
export const work = [
  "OUTBOX",
  "CHECKOUTS",
  "CUSTOMER_SYNC",
  "SESSIONS",
  "STRIPE_TASKS",
  "CLOSURES",
  "LOGIN_ID_MAILS",
];

export interface Tokens {
  id: string;
  access: string;
}

/** Somebody with or without an account. */
export interface Customer extends Person {
  /** Of a phone number that was proven, for the next operation that takes one. */
  verification: string;
  /** Proven to the pool, and not stored yet. */
  newEmail?: string;
  /** The latest; a customer who cannot sign in any more still has them. */
  tokens: Tokens | undefined;
}

export interface Call {
  query?: Record<string, string>;
  /** Appended to the path as it is. */
  rawQuery?: string;
  body?: unknown;
  /** Sent as it is. */
  text?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  text: string;
  json: Record<string, unknown>;
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;
const root = join(import.meta.dirname, "../..");
export const password = "Correct-Horse-1";
const minuteMs = 60_000;

export async function startCampaign(options: Pick<PortalOptions, "hasTimeLimits"> = {}) {
  const base = await startWorld({ userPool: plainPasswords, ...options });
  const { portal, emulator } = base;
  const { cognitoClient: cognito } = portal;
  const handlers = new Map<FunctionName, Handler>();

  async function invoke(name: FunctionName, event: unknown): Promise<unknown> {
    const handler =
      handlers.get(name) ??
      ((await import(/* @vite-ignore */ join(root, allFunctions[name].entry))).handler as Handler);
    handlers.set(name, handler);
    portal.become(name);
    return handler(event, contextOf(name));
  }

  const gateway = createGateway(
    { invoke, kill: async () => undefined },
    {
      issuer: portal.cognito.issuer,
      clientIds: [identifiers.clientId, identifiers.canaryClientId],
      jwks: portal.cognito.jwks,
    },
  );

  const world = {
    ...base,
    cognito,
    password,
    /** Violations in answers, collected while the portal answers. */
    complaints: [] as string[],
    /** Commands that broke off: their operator runs them again. */
    unfinished: [] as (() => Promise<void>)[],
    /** A service fails at the moment, and answers may say so. */
    isFaulty: false,
    /** A customer is being erased, or was: what has read the profile before may fail at Stripe once, which sends the event again. */
    isErasing: false,
    /** The audit trails of those who were erased by a command, when it ended: the sort keys. */
    finalTrails: new Map<string, readonly unknown[]>(),

    /** Everything gone, and the sample releases published. */
    async begin(): Promise<void> {
      await portal.reset();
      emulator.webhooks.mode = "drop";
      portal.become("operator");
      const store = { s3: portal.s3, bucket: identifiers.bucket };
      for (const release of sampleReleases) await asOperator(() => publishRelease({ ...store, ...release }));
    },

    newCustomer: (): Customer => ({ ...newPerson(), verification: "", tokens: undefined }),

    /** New ones where the customer can still sign in. */
    async tokensOf(customer: Customer): Promise<Tokens> {
      const AuthParameters = { USERNAME: customer.loginId, PASSWORD: password };
      const command = {
        ClientId: identifiers.clientId,
        AuthFlow: "USER_PASSWORD_AUTH",
        AuthParameters,
      } as const;
      const { AuthenticationResult } = await cognito.send(new InitiateAuthCommand(command)).catch(() => ({
        AuthenticationResult: undefined,
      }));
      const { IdToken: id, AccessToken: access } = AuthenticationResult ?? {};
      if (id !== undefined && access !== undefined) customer.tokens = { id, access };
      if (!customer.tokens) throw new Error(`${customer.loginId} never could sign in`);
      return customer.tokens;
    },

    /** `token`: sent where the endpoint takes one, and the customer's own unless another one is named. */
    async send(name: EndpointName, call: Call, from: Customer, token?: string): Promise<Answer> {
      const { method, path, authentication, response } = endpoints[name];
      const query = call.rawQuery ?? new URLSearchParams(call.query).toString();
      const isSigned = authentication === "id-token" || authentication === "optional-id-token";
      const own = isSigned && token === undefined && from.tokens ? (await world.tokensOf(from)).id : token;
      const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
      const answer = await gateway({
        method,
        target: query === "" ? path : `${path}?${query}`,
        headers: {
          "content-type": "application/json",
          "user-agent": "campaign",
          "cloudfront-viewer-address": `${from.address}:443`,
          ...(own === undefined || own === "" ? {} : { [authenticationHeader.toLowerCase()]: own }),
          ...call.headers,
        },
        body: Buffer.from(text ?? ""),
        sourceIp: "127.0.0.1",
      });
      const { status } = answer;
      const reply = { status, text: String(answer.body), json: JSON.parse(String(answer.body) || "{}") };
      const problem =
        problemOf(answer) ??
        (status === 200 ? response.safeParse(reply.json).error?.message : problemOfRefusal(reply));
      if (status >= 500 && !world.isFaulty)
        world.complaints.push(`${name} answered ${status}: ${reasonIn(portal.logged)}`);
      if (problem)
        world.complaints.push(`${name} answered ${status} ${problem}: ${reply.text.slice(0, 300)}`);
      return reply;
    },

    /** The scheduled function's next run. Failing is part of its work: the next run goes on. */
    async run(name: JobName): Promise<void> {
      await invoke(name, undefined).catch((error: unknown) => {
        if (!world.isFaulty && !world.isErasing)
          world.complaints.push(`${name} failed: ${error} ${reasonIn(portal.logged)}`);
      });
    },

    /** Stripe's events that the portal has not taken yet, newest first. */
    pendingEvents: () => emulator.events().filter(({ pending_webhooks }) => pending_webhooks > 0),

    /** Stripe sends what was not taken yet: oldest first, or all at once. */
    async deliverEvents(atOnce = false): Promise<void> {
      const waiting = world.pendingEvents().reverse();
      const deliver = async ({ id }: { id: string }) => {
        await emulator.webhooks.redeliver(id);
        const { type, status } = emulator.webhooks.attempts.findLast((each) => each.eventId === id) ?? {};
        if (!world.isFaulty && !world.isErasing && status !== 200)
          world.complaints.push(`the webhook of ${type} was answered ${status}: ${reasonIn(portal.logged)}`);
      };
      if (atOnce) await Promise.all(waiting.map(deliver));
      else for (const each of waiting) await deliver(each);
    },

    /** Time goes by, webhooks come again and the jobs run, until nothing is left to do: two hours and a half. */
    async settle(): Promise<void> {
      for (const runAgain of world.unfinished.splice(0)) await runAgain();
      const pass = async (minutes: number): Promise<void> => {
        advance(minutes * minuteMs);
        await world.deliverEvents();
        if (minutes >= 60) await world.run("retention");
        await world.run("reconcile");
      };
      for (const minutes of [3, 3]) await pass(minutes);
      const isWorkLeft = (await portal.everything()).some(({ pk }) => work.includes(String(pk)));
      for (const minutes of isWorkLeft ? [16, 60, 60] : [136]) await pass(minutes);
      // An hour after its creation, an invoice is issued.
      if (world.pendingEvents().length > 0) await pass(3);
    },
  };
  // Where time stands still, nothing is before anything else.
  const clock = setInterval(() => advance(1), 1);
  afterAll(() => clearInterval(clock));
  await world.begin();
  return world;
}
export type World = Awaited<ReturnType<typeof startCampaign>>;

/** Why the latest answer was what it was. */
function reasonIn(logged: readonly string[]): string {
  const line = logged.findLast((each) => /"level":"(?:error|warn)"/.test(each)) ?? "{}";
  const { event = "", error = "", cause = "" } = JSON.parse(line) as Record<string, string>;
  return `${event} ${error} ${cause}`.slice(0, 600);
}

/** Node sends no answer at all for a header that it does not take. */
function problemOf({ headers }: { headers: Record<string, string> }): string | undefined {
  try {
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** A refusal has a code of ours and that code's status; the gateway refuses tokens itself. */
function problemOfRefusal({ status, json }: Answer): string | undefined {
  if (status === 303 || (status === 401 && json.message === "Unauthorized")) return undefined;
  const { code } = (json.error ?? {}) as { code?: keyof typeof errorCodes };
  return code !== undefined && errorCodes[code]?.status === status ? undefined : "with no error code of ours";
}
