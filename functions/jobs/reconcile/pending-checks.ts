import { checkWatched } from "../../billing/pending-check.ts";
import { parseWatched, watchedRows } from "../../billing/pending-check-table.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { workOff } from "./process-rows.ts";

/** Asks Stripe about pages on which a card may have been left, and about unpaid invoices. Returns how many. */
export async function checkAllWatched(audit: AuditContext): Promise<number> {
  const { tried } = await workOff({
    rows: watchedRows(),
    parse: parseWatched,
    rank: ({ checkedAt }) => checkedAt,
    settle: (watched) => checkWatched(watched, audit),
    failure: "watched object could not be checked",
  });
  return tried;
}
