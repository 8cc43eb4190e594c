/** Accounts whose sessions must end: stored before the password changes or the user pool is called, deleted afterwards. */
import * as z from "zod/mini";
import { leasedRow, newLease, unleasedRows } from "#functions/platform/lease.ts";
import { type Item, type Key, type Put, type Update, writeIf } from "#functions/platform/table.ts";
import { endSessions } from "#functions/platform/user-pool.ts";

const partition = "SESSIONS";

const row = z.extend(leasedRow, {
  loginId: z.string(),
  /** Milliseconds since the epoch: when the password was changed, or was about to be. */
  changedAt: z.int(),
});
export type SessionsToEnd = z.output<typeof row>;

/** The row, leased to its writer: the reconciler skips it until the lease ends. */
export function newSessionsToEnd(sub: string, loginId: string): Put & { put: SessionsToEnd } {
  return { put: { pk: partition, sk: sub, loginId, changedAt: Date.now(), ...newLease() } };
}

/**
 * For a password that is about to change. The lease gives the browser time to change it. `preparations` counts the requests that need
 * the row.
 */
export function prepareSessionsToEnd(sub: string, loginId: string, changedAt: number): Update {
  return {
    update: { pk: partition, sk: sub },
    creates: true,
    set: { loginId, changedAt, ...newLease() },
    add: { preparations: 1 },
  };
}

/** The password was not changed. Does nothing when another request needs the row. */
export async function cancelSessionsToEnd(sub: string, changedAt: number): Promise<void> {
  const condition = "changedAt = :changedAt AND preparations = :one";
  const values = { ":changedAt": changedAt, ":one": 1 };
  await writeIf([{ delete: { pk: partition, sk: sub }, condition, values }]);
}

/** Rows without an active lease. */
export const sessionsToEnd = () => unleasedRows(partition);
export const parseSessionsToEnd = (item: Item): SessionsToEnd => row.parse(item);

/** Throws if the user pool fails; the row is kept then. */
export async function endSessionsNow(userPoolId: string, sessions: SessionsToEnd): Promise<void> {
  await endSessions({ sub: sessions.sk, loginId: sessions.loginId }, userPoolId);
  await deleteUnlessNewer(sessions, sessions.changedAt);
}

/** A row of another password change stays: that request ends the sessions. */
async function deleteUnlessNewer({ pk, sk }: Key, changedAt: number): Promise<void> {
  const condition = "changedAt = :changedAt";
  await writeIf([{ delete: { pk, sk }, condition, values: { ":changedAt": changedAt } }]);
}
