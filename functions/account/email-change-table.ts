/**
 * Accounts that were sent a code for a new address. The user pool may change the address without the browser calling the
 * API afterwards.
 */
import * as z from "zod/mini";
import { updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { type Task, taskKind } from "#functions/tasks/task.ts";
import { dayMs, hourMs } from "#shared/durations.ts";

/** Lifetime of a Cognito code. */
const codeMs = dayMs;
/** One hour more, for a last check. */
const rowMs = codeMs + hourMs;

const data = z.object({
  loginId: z.string(),
  /** Milliseconds since the epoch: when the latest code was sent. */
  sentAt: z.int(),
});
export type PendingEmailChange = Task & z.output<typeof data>;
/** The key is the account's `sub`. */
export const emailChangeTask = taskKind("EMAIL_CHANGES", data);

/** A code is about to be sent. */
export async function storePendingEmailChange(sub: string, loginId: string): Promise<void> {
  const sentAt = Date.now();
  const task = emailChangeTask.enqueue(sub, { loginId, sentAt }, { dueAt: 0 });
  await updateItem({ ...task, set: { ...task.set, expiresAt: epochSeconds(sentAt + rowMs) } });
}

export const isCodeExpired = ({ sentAt }: PendingEmailChange): boolean => Date.now() - sentAt > codeMs;
