import { parseEmailWatch, watchedEmails } from "../../customer/email-change-table.ts";
import { followPool } from "../../customer/sync-email.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { workOff } from "./process-rows.ts";

/** Finds e-mail changes that never reached the record. Returns how many accounts were looked at. */
export async function settleEmails(audit: AuditContext): Promise<number> {
  const { tried } = await workOff({
    rows: watchedEmails(),
    parse: parseEmailWatch,
    rank: ({ checkedAt }) => checkedAt,
    settle: (watch) => followPool(watch, audit),
    failure: "e-mail change could not be followed",
  });
  return tried;
}
