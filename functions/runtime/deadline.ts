/** The deadline of a request: a browser gets a response within ten seconds, even if another service hangs. */
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const limits = {
  /** CloudFront, the API gateway and a cold start share the last second. */
  requestMs: 9_000,
  /** A provider's call ends earlier: its result has to be stored. */
  providerMs: 7_500,
};

interface Deadlines {
  request: AbortSignal;
  provider: AbortSignal;
}

const deadlines = new AsyncLocalStorage<Deadlines>();

/** Runs `run`, and aborts its calls to other services at the deadline. */
export const withDeadline = <T>(run: () => Promise<T>, { requestMs, providerMs } = limits): Promise<T> =>
  deadlines.run({ request: AbortSignal.timeout(requestMs), provider: AbortSignal.timeout(providerMs) }, run);

/** Returns options for an AWS SDK client's `send`. No limit outside a request: jobs have Lambda's timeout. */
export function untilDeadline(): { abortSignal?: AbortSignal } {
  const deadline = deadlines.getStore();
  return deadline === undefined ? {} : { abortSignal: deadline.request };
}

/** Throws an `AbortError` at the request's deadline. */
export const sleepUntilDeadline = (milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal: deadlines.getStore()?.request });

/** Returns the result of `work`, or undefined after that time. `work` is not aborted. */
export const inTime = <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  Promise.race([work, once(AbortSignal.timeout(milliseconds), "abort").then(() => undefined)]);

/** Aborts a provider's call after `timeoutMs`, or earlier at the request's deadline. */
export function providerSignal(timeoutMs: number): AbortSignal {
  const deadline = deadlines.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return deadline === undefined ? timeout : AbortSignal.any([timeout, deadline.provider]);
}
