/** Ends "the process" after a number of calls to other services: whatever it wanted to do next does not happen. */
import { isDeepStrictEqual } from "node:util";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { vi } from "vitest";
import type * as http from "#functions/platform/http.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Portal } from "./portal.ts";

/** How many more calls that count there may be. The one that uses them up is done, but its answer is lost. */
export const life = {
  callsLeft: Number.POSITIVE_INFINITY,
  /** After each call that is answered; the answer waits for it. */
  onAnswer: async (): Promise<void> => {},
  /** Before each call that counts, which waits for it. */
  beforeEffect: async (): Promise<void> => {},
};
export class Killed extends Error {}

interface Call {
  method: string;
  headers: Record<string, string>;
}
type Counts = (call: Call) => boolean;

/** Every call. */
export const everyCall: Counts = () => true;
const reading = /^(?:GET |GetItem|Query|Scan|GetSecretValue|AdminGetUser|Encrypt|Decrypt)/;
/** Whether an operation of a service, `GET /v1/invoices` or `PutItem`, changes something. */
export const hasEffect = (operation: string): boolean => !reading.test(operation);
/** Calls that change something. */
export const sideEffects: Counts = ({ method, headers }) =>
  hasEffect(headers["x-amz-target"]?.split(".").at(-1) ?? `${method} `);

/** `lose`: what becomes of the answer that nobody reads. */
async function callUntilKilled<T>(
  counts: Counts,
  call: Call,
  make: () => Promise<T>,
  lose: (answer: T) => void = () => {},
): Promise<T> {
  if (life.callsLeft <= 0) throw new Killed();
  if (counts(call)) await life.beforeEffect();
  const answer = await make();
  if (counts(call)) life.callsLeft -= 1;
  if (life.callsLeft > 0) {
    await life.onAnswer();
    return answer;
  }
  lose(answer);
  throw new Killed();
}

/** The dead read it: without an answer, Stripe's SDK would try again after half a second. */
const lastAnswer: http.HttpResponse = {
  status: 500,
  headers: { "stripe-should-retry": "false" },
  bytes: Buffer.from("{}"),
  text: "{}",
};

/** For `vi.mock("functions/platform/http.ts")`. */
export const killableHttp = (real: typeof http, counts: Counts): typeof http => ({
  ...real,
  async send(request) {
    const call = { method: request.method, headers: request.headers ?? {} };
    try {
      return await callUntilKilled(counts, call, () => real.send(request));
    } catch (error) {
      if (error instanceof Killed) return lastAnswer;
      throw error;
    }
  },
});

/** From now on every attempt of every client may be the last. */
export function makeClientsKillable(portal: Portal, counts: Counts): void {
  for (const { config } of portal.awsClients) {
    const { requestHandler } = config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = (request, options) =>
      callUntilKilled(
        counts,
        request,
        () => handle(request, options),
        // Unread, it would keep its connection, of which a client has 50.
        ({ response }) => response.body.resume(),
      );
  }
}

/** Keeps every row, account, mail and object at the providers, and the time. Returns what brings all of it back. */
export async function keepWorld(portal: Portal): Promise<() => Promise<void>> {
  const { dynamodb, everything, stripe, cognito, inbox, vonage } = portal;
  const [rows, at, { mode }] = [await everything(), Date.now(), stripe.webhooks];
  const parts = [stripe, cognito, inbox, vonage].map(
    (part) => [part, structuredClone(part.snapshot())] as const,
  );
  return async () => {
    const isMissingIn = (others: Row[]) => (row: Row) => !others.some((each) => isDeepStrictEqual(each, row));
    const now = await everything();
    const stale = now.filter(({ pk, sk }) => !rows.some((row) => row.pk === pk && row.sk === sk));
    const requests = [
      ...stale.map(({ pk, sk }) => ({ DeleteRequest: { Key: marshall({ pk, sk }) } })),
      ...rows.filter(isMissingIn(now)).map((row) => ({ PutRequest: { Item: marshall(row) } })),
    ];
    for (let first = 0; first < requests.length; first += 25) {
      const some = { [identifiers.tableName]: requests.slice(first, first + 25) };
      await dynamodb.send(new BatchWriteItemCommand({ RequestItems: some }));
    }
    for (const [part, saved] of parts) part.restore(structuredClone(saved) as never);
    stripe.webhooks.mode = mode;
    vi.setSystemTime(at);
  };
}
type Row = Record<string, unknown>;
