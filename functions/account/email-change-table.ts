/**
 * Accounts that were sent a code for a new address. The user pool may change the address without the browser calling the
 * API afterwards.
 */
import * as z from "zod/mini";
import { getItem, type Key, updateItem } from "#functions/platform/table.ts";
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
  /** Another address was refused since: the user pool may hold that one by now. */
  isRefused: z._default(z.boolean(), false),
});
export type PendingEmailChange = Task & z.output<typeof data>;
/** The key is the account's `sub`. */
export const emailChangeTask = taskKind("EMAIL_CHANGES", data);

const keyOf = (sub: string): Key => ({ pk: "EMAIL_CHANGES", sk: sub });

/** No code is sent again: the user pool may hold the address that was refused. */
export const refuseEmailCodes = (sub: string): Promise<boolean> =>
  updateItem({ update: keyOf(sub), set: { isRefused: true } });

/** True if the address that waits for its code was allowed, and its code is still valid. */
export async function mayResendEmailCode(sub: string): Promise<boolean> {
  const item = await getItem(keyOf(sub));
  const change = item && emailChangeTask.parse(item);
  return change !== undefined && !change.isRefused && !isCodeExpired(change);
}

/** A code is about to be sent. */
export async function storePendingEmailChange(sub: string, loginId: string): Promise<void> {
  const sentAt = Date.now();
  const task = emailChangeTask.enqueue(sub, { loginId, sentAt, isRefused: false }, { dueAt: 0 });
  await updateItem({ ...task, set: { ...task.set, expiresAt: epochSeconds(sentAt + rowMs) } });
}

export const isCodeExpired = ({ sentAt }: PendingEmailChange): boolean => Date.now() - sentAt > codeMs;
