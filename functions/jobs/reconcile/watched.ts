import { parseWatched, watchedRows } from "../../billing/watch-table.ts";
import { checkWatched } from "../../billing/watched.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { workOff } from "./work-off.ts";

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
