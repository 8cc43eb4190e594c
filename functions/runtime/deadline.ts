/** How long a request may take: a customer has an answer within ten seconds, whatever another service does. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const limits = {
  /** CloudFront, the API gateway and a cold start share the last second. */
  requestMs: 9_000,
  /** A provider's call ends earlier: what became of it still has to be written to the table. */
  providerMs: 7_500,
};

interface Deadlines {
  request: AbortSignal;
  provider: AbortSignal;
}

const deadlines = new AsyncLocalStorage<Deadlines>();

/** Every call to another service that `run` makes ends in time. */
export const withDeadline = <T>(run: () => Promise<T>, { requestMs, providerMs } = limits): Promise<T> =>
  deadlines.run({ request: AbortSignal.timeout(requestMs), provider: AbortSignal.timeout(providerMs) }, run);

/** Options of an AWS SDK client's `send`. Without a limit outside of a request: jobs have Lambda's own time-out. */
export function untilDeadline(): { abortSignal?: AbortSignal } {
  const deadline = deadlines.getStore();
  return deadline === undefined ? {} : { abortSignal: deadline.request };
}

/** Throws an `AbortError` when the request runs out of time meanwhile. */
export const sleepUntilDeadline = (milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal: deadlines.getStore()?.request });

/** Aborts when a provider's call has taken `timeoutMs`, or earlier when the request runs out of time. */
export function providerSignal(timeoutMs: number): AbortSignal {
  const deadline = deadlines.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return deadline === undefined ? timeout : AbortSignal.any([timeout, deadline.provider]);
}
