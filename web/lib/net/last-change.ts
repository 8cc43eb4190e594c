/** Milliseconds after a change during which a screen's error is related to it. */
const momentMilliseconds = 60_000;

/**
 * The time of the last successful change, by `performance.now()`. `undefined` during a change and after a failed one.
 */
let changedAt: number | undefined;

/** Runs a call that changes data, and records its success. */
export async function asChange<T>(change: () => Promise<T>): Promise<T> {
  changedAt = undefined;
  const result = await change();
  changedAt = performance.now();
  return result;
}

/** Whether the latest change succeeded less than a minute ago. */
export const hasJustChanged = (): boolean =>
  changedAt !== undefined && performance.now() - changedAt < momentMilliseconds;
