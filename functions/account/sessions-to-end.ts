/** Accounts whose sessions must end: stored before the password changes or the user pool is called, deleted afterwards. */
import { randomInt } from "node:crypto";
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

/**
 * The id of a request that needs the row. `changes` has all of them: only the one that knows the row's only id can cancel it. It
 * cannot be guessed, because a stolen session must not cancel its own end.
 */
const newChangeId = (): number => randomInt(2 ** 48 - 1);

/** The row, leased to its writer: the reconciler skips it until the lease ends. */
export function newSessionsToEnd(sub: string, loginId: string): Put & { put: SessionsToEnd } {
  const changes = new Set([newChangeId()]);
  return { put: { pk: partition, sk: sub, loginId, changedAt: Date.now(), changes, ...newLease() } };
}

/**
 * For a password that is about to change. The lease gives the browser time to change it. A row that is there keeps its lease: no
 * number of requests puts its end off. `id` cancels it.
 */
export function prepareSessionsToEnd(sub: string, loginId: string): { id: number; update: Update } {
  const id = newChangeId();
  const update = {
    update: { pk: partition, sk: sub },
    creates: true,
    set: { loginId, changedAt: Date.now() },
    setOnce: newLease(),
    add: { changes: new Set([id]) },
  } as const;
  return { id, update };
}

/** The password was not changed. Does nothing when another request needs the row. */
export async function cancelSessionsToEnd(sub: string, id: number): Promise<void> {
  const values = { ":only": new Set([id]) };
  await writeIf([{ delete: { pk: partition, sk: sub }, condition: "changes = :only", values }]);
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
