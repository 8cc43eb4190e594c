import {
  type Closure,
  claimErasure,
  parseClosure,
  unleasedClosures,
} from "#functions/account/closing/closure-table.ts";
import { endPayments } from "#functions/account/closing/end-account.ts";
import { eraseCustomer } from "#functions/account/erasure/erase-customer.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { release } from "#functions/platform/lease.ts";
import { processRows } from "../reconcile/process-rows.ts";

/** Erases accounts whose time is over. Returns how many were erased, and how many failed. */
export async function eraseClosedAccounts(): Promise<{ erased: number; failed: number }> {
  let erased = 0;
  const { failed } = await processRows({
    rows: unleasedClosures(),
    parse: parseClosure,
    rank: ({ attempts }) => attempts,
    settle: async (closure) => {
      if (isDue(closure) && (await claimErasure(closure)) && (await erase(closure))) erased += 1;
    },
    failure: "closed account could not be erased",
  });
  return { erased, failed: failed.length };
}

/** The next run tries again. */
const longestWaitMs = 30 * 60_000;

const isDue = ({ state, eraseAt }: Closure): boolean => state !== "closing" && eraseAt <= Date.now();

async function erase(closure: Closure): Promise<boolean> {
  const { sk: sub, loginId } = closure;
  try {
    const profile = await readCustomer(sub);
    if (profile) await endPayments(sub, profile);
    await eraseCustomer({
      sub,
      loginId,
      audit: (action, details) => auditRow(sub, { action, ...details }),
    });
    return true;
  } catch (error) {
    await release(closure, longestWaitMs);
    throw error;
  }
}
