import { sessions } from "../../shared/endpoints.ts";
import { endSessionsNow, newSessionsToEnd } from "../customer/sessions-to-end.ts";
import { customerLimit, enforceLimits } from "../platform/rate-limits.ts";
import { serve } from "../runtime/endpoint.ts";
import { environment } from "../runtime/environment.ts";
import { errorFields, log } from "../runtime/log.ts";
import { count } from "../runtime/metrics.ts";

/** Responds once the row is stored. If the user pool fails now, the reconciler retries. */
export const handler = serve(sessions, async (_, { caller: { sub, loginId } }) => {
  const row = newSessionsToEnd(sub, loginId);
  await enforceLimits([customerLimit("SESSIONS", sub, 10)], [row]);
  try {
    await endSessionsNow(environment("USER_POOL_ID"), row.put);
    return { result: { ended: true } };
  } catch (error) {
    log("error", "sessions were not ended", errorFields(error));
    count("TasksFailed");
    return { result: { ended: false } };
  }
});
