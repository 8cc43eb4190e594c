import type { AuditContext } from "../platform/audit.ts";
import { readVerifiedEmail } from "../platform/user-pool.ts";
import { log } from "../runtime/log.ts";
import { applyChange } from "./change-record.ts";
import { readCustomer } from "./customer-table.ts";
import { emailChange } from "./email-change.ts";
import {
  deletePendingEmailChange,
  isCodeExpired,
  markChecked,
  type PendingEmailChange,
} from "./email-change-table.ts";

/** The record takes over the address that the pool took over; the watch ends once no code can be used any more. */
export async function syncEmail(watch: PendingEmailChange, audit: AuditContext): Promise<void> {
  // First of all: one that fails every time must not keep the others waiting.
  await markChecked(watch);
  const [profile, proven] = await Promise.all([
    readCustomer(watch.sk),
    readVerifiedEmail({ loginId: watch.loginId, sub: watch.sk }),
  ]);
  if (profile && proven !== undefined && proven !== profile.email) {
    const change = { ...emailChange(watch.sk, profile, proven), encrypted: {}, phone: undefined };
    const written = await applyChange(watch.sk, profile, change, audit);
    log("warn", "record follows the pool's address", { customer: watch.sk, written });
    // Whoever was faster may have changed something else: the next run looks again.
    return;
  }
  if (isCodeExpired(watch)) await deletePendingEmailChange(watch);
}
