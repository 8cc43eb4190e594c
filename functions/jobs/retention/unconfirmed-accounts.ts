import { dayMs } from "#functions/platform/rate-limits.ts";
import { deleteUnconfirmed, listUnconfirmed } from "#functions/platform/user-pool.ts";
import { errorFields, log } from "#functions/runtime/log.ts";

/** The period in which a person can return and confirm the e-mail; the phone verification lasts as long. */
const keptMs = dayMs;

/** Deletes accounts that were not confirmed in time; their login IDs are free again. Returns how many were deleted, and how many failed. */
export async function deleteUnconfirmedAccounts(): Promise<{ deleted: number; failed: number }> {
  const outcome = { deleted: 0, failed: 0 };
  for (const { loginId, sub, createdAt } of await listUnconfirmed()) {
    if (Date.now() - createdAt < keptMs) continue;
    try {
      if (await deleteUnconfirmed(loginId, (account) => account.sub === sub)) outcome.deleted += 1;
    } catch (error) {
      log("error", "unconfirmed account could not be deleted", { row: sub, ...errorFields(error) });
      outcome.failed += 1;
    }
  }
  return outcome;
}
