import { endSessionsNow, type SessionsToEnd, unleasedSessionsToEnd } from "../../customer/sessions-to-end.ts";
import { claim, release } from "../../platform/lease.ts";
import { environment } from "../../runtime/environment.ts";
import { errorFields, log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const most = 25;

/** Ends the sessions that were left when a password was changed. Returns how many accounts were tried. */
export async function endRemainingSessions(): Promise<number> {
  let tried = 0;
  for await (const row of unleasedSessionsToEnd()) {
    if (!(await claim(row))) continue;
    await end(row);
    tried += 1;
    if (tried >= most) break;
  }
  return tried;
}

/** Whatever is wrong with one must not hold up the others. */
async function end(row: SessionsToEnd): Promise<void> {
  const { sk: customer, attempts } = row;
  try {
    await endSessionsNow(environment("USER_POOL_ID"), row);
  } catch (error) {
    log("error", "sessions were not ended", { customer, attempts, ...errorFields(error) });
    count("TasksFailed");
    await release(row, attempts + 1).catch((later: unknown) =>
      log("warn", "its lease has to run out first", errorFields(later)),
    );
  }
}
