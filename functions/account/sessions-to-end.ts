/** Accounts whose sessions must end: enqueued before the password changes or the user pool is called. */
import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { tryTransactWrite, type Update } from "#functions/platform/table.ts";
import { endSessions } from "#functions/platform/user-pool.ts";
import { type Enqueued, finishOwn, taskKind } from "#functions/tasks/task.ts";

const partition = "SESSIONS";

export const sessionsTask = taskKind(
  partition,
  z.object({
    loginId: z.string(),
    /** Milliseconds since the epoch: when the password was changed, or was about to be. */
    changedAt: z.int(),
  }),
);

/**
 * The id of a request that needs the row. `changes` has all of them: only the one that knows the row's only id can cancel it. It
 * cannot be guessed, because a stolen session must not cancel its own end.
 */
const newChangeId = (): number => randomInt(2 ** 48 - 1);

/** Leased to its writer. */
export function newSessionsToEnd(sub: string, loginId: string): Enqueued {
  const task = sessionsTask.enqueue(sub, { loginId, changedAt: Date.now() });
  return { ...task, set: { ...task.set, changes: new Set([newChangeId()]) } };
}

/**
 * For a password that is about to change. The lease gives the browser time to change it. A task that is there keeps its lease: no
 * number of requests puts its end off. `id` cancels it.
 */
export function prepareSessionsToEnd(sub: string, loginId: string): { id: number; update: Update } {
  const id = newChangeId();
  const task = sessionsTask.enqueue(sub, { loginId, changedAt: Date.now() }, { isKept: true });
  return { id, update: { ...task, add: { changes: new Set([id]) } } };
}

/** The password was not changed. Does nothing when another request needs the row. */
export async function cancelSessionsToEnd(sub: string, id: number): Promise<void> {
  const values = { ":only": new Set([id]) };
  await tryTransactWrite([{ delete: { pk: partition, sk: sub }, condition: "changes = :only", values }]);
}

interface SessionsEnd {
  sub: string;
  loginId: string;
  userPoolId: string;
  task: Enqueued;
}

/** Tries at once. Throws if the user pool fails; the task is kept then. */
export async function endSessionsNow({ sub, loginId, userPoolId, task }: SessionsEnd): Promise<void> {
  await endSessions({ sub, loginId }, userPoolId);
  await finishOwn(task);
}
