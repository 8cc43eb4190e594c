/** Ends "the process" after a number of calls to other services: whatever it wanted to do next does not happen. */
import type * as http from "#functions/platform/http.ts";
import type { Portal } from "./portal.ts";

/** How many more calls that count there may be. The one that uses them up is done, but its answer is lost. */
export const life = { left: Number.POSITIVE_INFINITY };
export class Killed extends Error {}

interface Call {
  method: string;
  headers: Record<string, string>;
}
type Counts = (call: Call) => boolean;

/** Every call. */
export const everyCall: Counts = () => true;
/** Calls that change something. */
export const sideEffects: Counts = ({ method, headers }) =>
  method !== "GET" &&
  !/\.(GetItem|Query|GetSecretValue|AdminGetUser|Encrypt|Decrypt)$/.test(headers["x-amz-target"] ?? "");

/** `lose`: what becomes of the answer that nobody reads. */
async function mortal<T>(
  counts: Counts,
  call: Call,
  make: () => Promise<T>,
  lose: (answer: T) => void = () => {},
): Promise<T> {
  if (life.left <= 0) throw new Killed();
  const answer = await make();
  if (counts(call)) life.left -= 1;
  if (life.left > 0) return answer;
  lose(answer);
  throw new Killed();
}

/** For `vi.mock("functions/platform/http.ts")`. */
export const mortalHttp = (real: typeof http, counts: Counts): typeof http => ({
  ...real,
  send: (request) =>
    mortal(counts, { method: request.method, headers: request.headers ?? {} }, () => real.send(request)),
});

/** From now on every attempt of every client may be the last. */
export function makeClientsMortal(portal: Portal, counts: Counts): void {
  for (const { config } of portal.awsClients) {
    const { requestHandler } = config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = (request, options) =>
      mortal(
        counts,
        request,
        () => handle(request, options),
        // Unread, it would keep its connection, of which a client has 50.
        ({ response }) => response.body.resume(),
      );
  }
}

/** 1 up to that number of side effects. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Runs `work`, which dies after that many calls that count. True if it came to its end before. */
export async function survives(effects: number, work: () => Promise<unknown>): Promise<boolean> {
  life.left = effects;
  await work().catch(() => undefined);
  const isAlive = life.left > 0;
  life.left = Number.POSITIVE_INFINITY;
  return isAlive;
}
