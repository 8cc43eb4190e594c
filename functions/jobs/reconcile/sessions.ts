import {
  endSessionsNow,
  parseSessionsToEnd,
  type SessionsToEnd,
  sessionsToEnd,
} from "#functions/account/sessions-to-end.ts";
import { claim, release } from "#functions/platform/lease.ts";
import { environment } from "#functions/runtime/environment.ts";
import { processRows } from "./process-rows.ts";

/** Ends sessions that remained after a password change. Returns how many accounts were tried. */
export async function endRemainingSessions(): Promise<number> {
  const { tried } = await processRows({
    rows: sessionsToEnd(),
    parse: parseSessionsToEnd,
    rank: ({ attempts }) => attempts,
    settle: end,
    failure: "sessions were not ended",
  });
  return tried;
}

async function end(row: SessionsToEnd): Promise<void> {
  if (!(await claim(row))) return;
  try {
    await endSessionsNow(environment("USER_POOL_ID"), row);
  } catch (error) {
    await release(row, row.attempts + 1);
    throw error;
  }
}
