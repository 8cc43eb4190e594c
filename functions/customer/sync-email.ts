import type { AuditContext } from "../platform/audit.ts";
import { readProvenEmail } from "../platform/user-pool.ts";
import { log } from "../runtime/log.ts";
import { applyChange } from "./change-record.ts";
import { readCustomer } from "./customer-table.ts";
import { emailChange } from "./email-change.ts";
import { type EmailWatch, isCodeExpired, markChecked, stopWatching } from "./email-change-table.ts";

/** The record takes over the address that the pool took over; the watch ends once no code can be used any more. */
export async function followPool(watch: EmailWatch, audit: AuditContext): Promise<void> {
  // First of all: one that fails every time must not keep the others waiting.
  await markChecked(watch);
  const [profile, proven] = await Promise.all([
    readCustomer(watch.sk),
    readProvenEmail({ loginId: watch.loginId, sub: watch.sk }),
  ]);
  if (profile && proven !== undefined && proven !== profile.email) {
    const change = { ...emailChange(watch.sk, profile, proven), sealed: {}, phone: undefined };
    const written = await applyChange(watch.sk, profile, change, audit);
    log("warn", "record follows the pool's address", { customer: watch.sk, written });
    // Whoever was faster may have changed something else: the next run looks again.
    return;
  }
  if (isCodeExpired(watch)) await stopWatching(watch);
}
