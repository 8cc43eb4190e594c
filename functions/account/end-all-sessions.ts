import { enforceLimits, signInLimit } from "#functions/platform/rate-limits.ts";
import { transactWrite, type Write } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";
import { endSessionsNow, newSessionsToEnd, prepareSessionsToEnd } from "./sessions-to-end.ts";

const limit = (caller: Caller) => signInLimit("SESSIONS", caller);

/** The writes that record the cause, with an activity and without. */
interface Cause {
  withActivity: readonly Write[];
  withoutActivity: Write;
}

/**
 * Ends all sessions of the account. Returns true if they have ended. The task is stored first: if the user
 * pool fails, the reconciler retries. Never refused: at the limit, the reconciler ends them, without another
 * activity.
 */
export async function endAllSessions(
  caller: Caller,
  { withActivity, withoutActivity }: Cause,
): Promise<boolean> {
  const { sub, loginId } = caller;
  const task = newSessionsToEnd(sub, loginId);
  try {
    await enforceLimits([limit(caller)], [task, ...withActivity]);
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== "too_many_requests") throw error;
    await transactWrite([prepareSessionsToEnd(sub, loginId).update, withoutActivity]);
    return false;
  }
  const end = { sub, loginId, userPoolId: environment("USER_POOL_ID"), task };
  return runAndLogFailure("sessions were not ended", () => endSessionsNow(end));
}
