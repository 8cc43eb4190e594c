import { type Closure, claimErasure, closureTask } from "#functions/account/closing/closure-table.ts";
import { endPayments } from "#functions/account/closing/end-account.ts";
import { eraseCustomer } from "#functions/account/erasure/erase-customer.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { deleteUnconfirmed, listUnconfirmed } from "#functions/platform/user-pool.ts";
import { inContext } from "#functions/runtime/context.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { processRows } from "#functions/tasks/run.ts";
import { releaseTask } from "#functions/tasks/task.ts";
import { hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";

/**
 * Deletes what is not to be kept any longer: accounts that were closed 30 days ago, and those that were not confirmed within a day.
 * Throws at the end if something could not be deleted.
 */
export const handler = inContext("job", async (): Promise<{ erased: number; unconfirmed: number }> => {
  const running = [eraseClosedAccounts(), deleteUnconfirmedAccounts()] as const;
  // If one kind fails, the other goes on.
  await Promise.allSettled(running);
  const [closed, unconfirmed] = await Promise.all(running);
  const failed = closed.failed + unconfirmed.failed;
  const outcome = { erased: closed.erased, unconfirmed: unconfirmed.deleted };
  log("info", "retention ended", { ...outcome, failed });
  if (failed > 0) throw new Error(`could not be erased: ${failed}`);
  return outcome;
});

/** Erases accounts whose time is over. Returns how many were erased, and how many failed. */
async function eraseClosedAccounts(): Promise<{ erased: number; failed: number }> {
  let erased = 0;
  const { failed } = await processRows({
    rows: closureTask.due(),
    parse: closureTask.parse,
    order: (one, other) => one.attempts - other.attempts,
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
    await eraseCustomer({ sub, loginId });
    return true;
  } catch (error) {
    await releaseTask(closure, longestWaitMs);
    throw error;
  }
}

/** The period in which a person can return and confirm the e-mail; the phone verification lasts as long. */
const unconfirmedMs = limits.unconfirmedHours * hourMs;

/** Deletes accounts that were not confirmed in time; their login IDs are free again. Returns how many were deleted, and how many failed. */
async function deleteUnconfirmedAccounts(): Promise<{ deleted: number; failed: number }> {
  const outcome = { deleted: 0, failed: 0 };
  for (const { loginId, sub, createdAt } of await listUnconfirmed()) {
    if (Date.now() - createdAt < unconfirmedMs) continue;
    try {
      if (await deleteUnconfirmed(loginId, (account) => account.sub === sub)) outcome.deleted += 1;
    } catch (error) {
      log("error", "unconfirmed account could not be deleted", { row: sub, ...errorFields(error) });
      outcome.failed += 1;
    }
  }
  return outcome;
}
