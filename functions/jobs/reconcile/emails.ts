import { watchedEmails } from "../../customer/email-watch.ts";
import { followPool } from "../../customer/follow-pool.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { oneByOne } from "./one-by-one.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const most = 25;

/** Returns how many accounts were looked at. */
export async function settleEmails(audit: AuditContext): Promise<number> {
  const watches = await watchedEmails(most);
  await oneByOne(watches, "e-mail change could not be followed", (watch) => followPool(watch, audit));
  return watches.length;
}
