/** Later on, an error of the screen has nothing to do with the change. */
const momentMilliseconds = 60_000;

/** By the browser's monotonic clock; `undefined` while a change is under way, and after one that failed. */
let changedAt: number | undefined;

/** Runs a change of the customer's, and remembers that the server confirmed it. */
export async function asChange<T>(change: () => Promise<T>): Promise<T> {
  changedAt = undefined;
  const result = await change();
  changedAt = performance.now();
  return result;
}

/** The latest change was confirmed a moment ago. */
export const hasJustChanged = (): boolean =>
  changedAt !== undefined && performance.now() - changedAt < momentMilliseconds;
