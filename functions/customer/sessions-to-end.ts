/** Accounts whose sessions must end: written before the user pool is asked, deleted once it has done so. */
import * as z from "zod/mini";
import { leasedRow, newLease, unleasedRows } from "../platform/lease.ts";
import { type Item, type Put, TransactionCanceled, writeTogether } from "../platform/table.ts";
import { endSessions } from "../platform/user-pool.ts";

const partition = "SESSIONS";

const row = z.extend(leasedRow, {
  loginId: z.string(),
  /** Milliseconds since the epoch: when the password was changed. */
  changedAt: z.int(),
});
export type SessionsToEnd = z.output<typeof row>;

/** The row, leased to the one that writes it: the reconciler leaves it alone meanwhile. */
export function newSessionsToEnd(sub: string, loginId: string): Put & { put: SessionsToEnd } {
  return { put: { pk: partition, sk: sub, loginId, changedAt: Date.now(), ...newLease() } };
}

/** Every one that nobody is at. */
export const sessionsToEnd = () => unleasedRows(partition);
export const parseSessionsToEnd = (item: Item): SessionsToEnd => row.parse(item);

/** Throws as the user pool does; the row then stays. */
export async function endSessionsNow(userPoolId: string, sessions: SessionsToEnd): Promise<void> {
  const { pk, sk, loginId, changedAt } = sessions;
  await endSessions(userPoolId, loginId);
  const condition = "changedAt = :changedAt";
  try {
    await writeTogether([{ delete: { pk, sk }, condition, values: { ":changedAt": changedAt } }]);
  } catch (error) {
    // The password was changed again meanwhile: whoever did that is at it.
    if (!(error instanceof TransactionCanceled)) throw error;
  }
}
