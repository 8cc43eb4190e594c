import { runPendingCheck } from "#functions/billing/pending-check.ts";
import { parsePendingCheck, pendingChecks } from "#functions/billing/pending-check-table.ts";
import { processRows } from "./process-rows.ts";

/** Runs the pending checks of Stripe's objects. Returns how many. */
export async function runPendingChecks(): Promise<number> {
  const { tried } = await processRows({
    rows: pendingChecks(),
    parse: parsePendingCheck,
    rank: ({ checkedAt }) => checkedAt,
    settle: (check) => runPendingCheck(check),
    failure: "check object could not be checked",
  });
  return tried;
}
