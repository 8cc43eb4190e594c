import { inContext } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { readLastLook } from "./export-users/look-table.ts";
import { eraseAbandonedAccounts, eraseClosedAccounts } from "./retention/closed-accounts.ts";
import { deleteUnconfirmedAccounts } from "./retention/unconfirmed-accounts.ts";

/**
 * Deletes what is not to be kept any longer: accounts that were closed 30 days ago, that were never registered, and whose last
 * code for the address has expired. Of each kind all that are due, or none if they are too many. Throws at the end if something could not be
 * deleted.
 */
export const handler = inContext("job", async (): Promise<{ erased: number; unconfirmed: number }> => {
  const known = await readLastLook();
  const running = [
    eraseClosedAccounts(known),
    eraseAbandonedAccounts(known),
    deleteUnconfirmedAccounts(known),
  ] as const;
  // If one kind fails, the others go on.
  await Promise.allSettled(running);
  const [closed, abandoned, unconfirmed] = await Promise.all(running);
  const failed = closed.failed + abandoned.failed + unconfirmed.failed;
  const outcome = { erased: closed.deleted + abandoned.deleted, unconfirmed: unconfirmed.deleted };
  log("info", "retention ended", { ...outcome, failed });
  if (failed > 0) throw new Error(`could not be erased: ${failed}`);
  return outcome;
});
