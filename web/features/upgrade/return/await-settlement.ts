import { ApiError } from "../../../lib/api/api-client.ts";

const askEvery = 2_000;
const patience = 30_000;
/** A server that fails for longer than this is told of. */
const toleratedFailures = 2;

const isSettling = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
const isServerFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429);

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Asks every two seconds until the provider has settled the payment (409 means that it has not), for at most 30 seconds.
 * `undefined` when it still has not; throws whatever else `ask` does. `onWaiting` hears that this takes longer.
 */
export async function awaitSettlement<T>(
  ask: () => Promise<T>,
  onWaiting: () => void,
): Promise<T | undefined> {
  const until = Date.now() + patience;
  let failures = 0;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (isServerFailure(error)) failures += 1;
      else if (!isSettling(error)) throw error;
      if (failures > toleratedFailures) throw error;
      if (Date.now() >= until) return undefined;
      onWaiting();
    }
    await pause(askEvery);
  }
}
