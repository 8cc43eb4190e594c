import { sessions } from "../../shared/endpoints.ts";
import { passwordChanged } from "../activity/activity-table.ts";
import { recordAddress } from "../activity/record-address.ts";
import { endSessionsNow, newSessionsToEnd } from "../customer/sessions-to-end.ts";
import { customerLimit, enforceLimits } from "../platform/rate-limits.ts";
import type { Caller } from "../runtime/caller.ts";
import { serve } from "../runtime/endpoint.ts";
import { environment } from "../runtime/environment.ts";
import { errorFields, log } from "../runtime/log.ts";
import { count } from "../runtime/metrics.ts";

export const handler = serve(sessions, async ({ body }, { caller, clientAddress }) => {
  if (body.operation === "end") return { result: { ended: await endAll(caller) } };
  await recordAddress(caller, clientAddress);
  return { result: { ended: false } };
});

/** Responds once the row is stored. If the user pool fails now, the reconciler retries. */
async function endAll({ sub, loginId }: Caller): Promise<boolean> {
  const row = newSessionsToEnd(sub, loginId);
  const changed = passwordChanged(sub, "password-changed");
  await enforceLimits([customerLimit("SESSIONS", sub, 10)], [row, ...changed]);
  try {
    await endSessionsNow(environment("USER_POOL_ID"), row.put);
    return true;
  } catch (error) {
    log("error", "sessions were not ended", errorFields(error));
    count("TasksFailed");
    return false;
  }
}
