import { endSessionsNow, parseSessionsToEnd, sessionsToEnd } from "#functions/account/sessions-to-end.ts";
import { leased } from "#functions/platform/lease.ts";
import { environment } from "#functions/runtime/environment.ts";
import { processRows } from "./process-rows.ts";

/** Ends sessions that remained after a password change. Returns how many accounts were tried. */
export async function endRemainingSessions(): Promise<number> {
  const { tried } = await processRows({
    rows: sessionsToEnd(),
    parse: parseSessionsToEnd,
    rank: ({ attempts }) => attempts,
    settle: (row) => leased(row, () => endSessionsNow(environment("USER_POOL_ID"), row)),
    failure: "sessions were not ended",
  });
  return tried;
}
