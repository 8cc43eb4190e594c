/** Tasks that end an account's sessions: enqueued before the password changes or the user pool is called. */
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
 * Returns the random id of a request that needs the task. `changes` has the ids of all such requests: only a
 * request whose id is the only one can cancel the task. A stolen session must not cancel its own end.
 */
const newChangeId = (): number => randomInt(2 ** 48 - 1);

/** Returns the write of a task that is leased to its writer. */
export function newSessionsToEnd(sub: string, loginId: string): Enqueued {
  const task = sessionsTask.enqueue(sub, { loginId, changedAt: Date.now() });
  return { ...task, set: { ...task.set, changes: new Set([newChangeId()]) } };
}

/**
 * Returns the write of a task for a password that is about to change, and the `id` that cancels it. The lease
 * gives the browser time to change the password. An existing task keeps its lease: repeated requests do not
 * postpone it.
 */
export function prepareSessionsToEnd(sub: string, loginId: string): { id: number; update: Update } {
  const id = newChangeId();
  const task = sessionsTask.enqueue(sub, { loginId, changedAt: Date.now() }, { isKept: true });
  return { id, update: { ...task, add: { changes: new Set([id]) } } };
}

/** Cancels the task because the password was not changed. Does nothing if another request needs the task. */
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

/** Ends the sessions and deletes the task. If the user pool fails, throws and keeps the task. */
export async function endSessionsNow({ sub, loginId, userPoolId, task }: SessionsEnd): Promise<void> {
  await endSessions({ sub, loginId }, userPoolId);
  await finishOwn(task);
}
