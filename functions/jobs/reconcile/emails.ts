import { parsePendingEmailChange, pendingEmailChanges } from "#functions/customer/email-change-table.ts";
import { syncEmail } from "#functions/customer/sync-email.ts";
import type { AuditContext } from "#functions/platform/audit.ts";
import { processRows } from "./process-rows.ts";

/** Copies e-mail changes that are missing in the record. Returns how many accounts were checked. */
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
