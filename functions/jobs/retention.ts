import { inContext } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { readLastLook } from "./export-users/look-table.ts";
import { eraseAbandonedAccounts, eraseClosedAccounts } from "./retention/closed-accounts.ts";
import { deleteUnconfirmedAccounts } from "./retention/unconfirmed-accounts.ts";

/**
 * Deletes accounts at the end of their retention: closed 30 days ago, never registered, or unconfirmed when
 * their last code expired. Deletes all due accounts of a kind, or none if they exceed the brake's limit.
 * Throws at the end if a deletion failed.
 */
export const handler = inContext("job", async (): Promise<{ erased: number; unconfirmed: number }> => {
  const known = await readLastLook();
  const running = [
    eraseClosedAccounts(known),
    eraseAbandonedAccounts(known),
    deleteUnconfirmedAccounts(known),
  ] as const;
  // If one kind fails, the others continue.
  await Promise.allSettled(running);
  const [closed, abandoned, unconfirmed] = await Promise.all(running);
  const failed = closed.failed + abandoned.failed + unconfirmed.failed;
  const outcome = { erased: closed.deleted + abandoned.deleted, unconfirmed: unconfirmed.deleted };
  log("info", "retention ended", { ...outcome, failed });
  if (failed > 0) throw new Error(`could not be erased: ${failed}`);
  return outcome;
});
