import { parsePendingEmailChange, pendingEmailChanges } from "#functions/account/email-change-table.ts";
import { syncEmail } from "#functions/account/sync-email.ts";
import { processRows } from "./process-rows.ts";

/** Copies e-mail changes that are missing in the record. Returns how many accounts were checked. */
export async function syncEmails(): Promise<number> {
  const { tried } = await processRows({
    rows: pendingEmailChanges(),
    parse: parsePendingEmailChange,
    rank: ({ checkedAt }) => checkedAt,
    settle: (watch) => syncEmail(watch),
    failure: "e-mail change could not be followed",
  });
  return tried;
}
