import { parsePendingEmailChange, pendingEmailChanges } from "../../customer/email-change-table.ts";
import { syncEmail } from "../../customer/sync-email.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { processRows } from "./process-rows.ts";

/** Finds e-mail changes that never reached the record. Returns how many accounts were looked at. */
export async function syncEmails(audit: AuditContext): Promise<number> {
  const { tried } = await processRows({
    rows: pendingEmailChanges(),
    parse: parsePendingEmailChange,
    rank: ({ checkedAt }) => checkedAt,
    settle: (watch) => syncEmail(watch, audit),
    failure: "e-mail change could not be followed",
  });
  return tried;
}
