import {
  cancelSessionsToEnd,
  endSessionsNow,
  newSessionsToEnd,
  prepareSessionsToEnd,
} from "#functions/account/sessions-to-end.ts";
import { passwordChanged } from "#functions/activity/activity-table.ts";
import { recordAddress } from "#functions/activity/record-address.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { sessions } from "#shared/endpoints.ts";

/** A password change counts twice. */
const limit = (sub: string) => customerLimit("SESSIONS", sub);

export const handler = serveSignedIn(sessions, async ({ body }, { caller, clientAddress }) => {
  switch (body.operation) {
    case "begin":
      await recordAddress(caller, clientAddress);
      return { result: { ended: false } };
    case "prepare-end":
      return { result: { ended: false, id: await prepare(caller) } };
    case "cancel-end":
      await cancelSessionsToEnd(caller.sub, body.id);
      return { result: { ended: false } };
    case "end":
      return { result: { ended: await endAll(caller) } };
  }
});

/** Cognito has no trigger for a password change: the row must be stored before it. Returns what cancels it. */
async function prepare({ sub, loginId }: Caller): Promise<number> {
  const now = Date.now();
  await enforceLimits([limit(sub)], [prepareSessionsToEnd(sub, loginId, now)]);
  return now;
}

/** Responds once the row is stored. If the user pool fails now, the reconciler retries. */
async function endAll({ sub, loginId }: Caller): Promise<boolean> {
  const row = newSessionsToEnd(sub, loginId);
  const changed = passwordChanged(sub, "password-changed");
  await enforceLimits([limit(sub)], [row, ...changed]);
  try {
    await endSessionsNow(environment("USER_POOL_ID"), row.put);
    return true;
  } catch (error) {
    log("error", "sessions were not ended", errorFields(error));
    count("TasksFailed");
    return false;
  }
}
