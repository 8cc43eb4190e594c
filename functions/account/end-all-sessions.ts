import { enforceLimits, signInLimit } from "#functions/platform/rate-limits.ts";
import { transactWrite, type Write } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";
import { endSessionsNow, newSessionsToEnd, prepareSessionsToEnd } from "./sessions-to-end.ts";

const limit = (caller: Caller) => signInLimit("SESSIONS", caller);

/** The rows that say why, with an event in the history and without. */
interface SessionsEnd {
  withEvent: readonly Write[];
  withoutEvent: Write;
}

/**
 * Responds once the task is stored. If the user pool fails now, the reconciler retries. The end of sessions is never refused: at the
 * limit it is the reconciler's, without another event in the history.
 */
export async function endAllSessions(
  caller: Caller,
  { withEvent, withoutEvent }: SessionsEnd,
): Promise<boolean> {
  const { sub, loginId } = caller;
  const task = newSessionsToEnd(sub, loginId);
  try {
    await enforceLimits([limit(caller)], [task, ...withEvent]);
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== "too_many_requests") throw error;
    await transactWrite([prepareSessionsToEnd(sub, loginId).update, withoutEvent]);
    return false;
  }
  const end = { sub, loginId, userPoolId: environment("USER_POOL_ID"), task };
  return runAndLogFailure("sessions were not ended", () => endSessionsNow(end));
}
