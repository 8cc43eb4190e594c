/** Accounts whose sessions must end: stored before the user pool is called, deleted afterwards. */
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

/** The row, leased to its writer: the reconciler skips it until the lease ends. */
export function newSessionsToEnd(sub: string, loginId: string): Put & { put: SessionsToEnd } {
  return { put: { pk: partition, sk: sub, loginId, changedAt: Date.now(), ...newLease() } };
}

/** Rows without an active lease. */
export const sessionsToEnd = () => unleasedRows(partition);
export const parseSessionsToEnd = (item: Item): SessionsToEnd => row.parse(item);

/** Throws if the user pool fails; the row is kept then. */
export async function endSessionsNow(userPoolId: string, sessions: SessionsToEnd): Promise<void> {
  const { pk, sk, loginId, changedAt } = sessions;
  await endSessions(userPoolId, loginId);
  const condition = "changedAt = :changedAt";
  try {
    await writeTogether([{ delete: { pk, sk }, condition, values: { ":changedAt": changedAt } }]);
  } catch (error) {
    // The password was changed again: that request ends the sessions.
    if (!(error instanceof TransactionCanceled)) throw error;
  }
}
