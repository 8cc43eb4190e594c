/**
 * Accounts that were sent a code for a new address. The user pool may change the address without the browser calling the
 * API afterwards.
 */

import * as z from "zod/mini";
import { type Item, type Key, queryItems, updateItem, writeIf } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { dayMs, hourMs } from "#shared/durations.ts";

const partition = "EMAIL_CHANGES";
/** Lifetime of a Cognito code. */
const codeMs = dayMs;
/** One hour more, for a last check. */
const rowMs = codeMs + hourMs;

const row = z.object({
  /** The account's `sub`. */
  sk: z.string(),
  loginId: z.string(),
  /** Milliseconds since the epoch: when the latest code was sent. */
  sentAt: z.int(),
  /** Milliseconds since the epoch: the last check. */
  checkedAt: z.int(),
});
export type PendingEmailChange = z.output<typeof row>;

const key = (sub: string): Key => ({ pk: partition, sk: sub });

/** A code is about to be sent. */
export async function storePendingEmailChange(sub: string, loginId: string): Promise<void> {
  const sentAt = Date.now();
  await updateItem({
    update: key(sub),
    creates: true,
    set: { loginId, sentAt, checkedAt: 0, expiresAt: epochSeconds(sentAt + rowMs) },
  });
}

export const parsePendingEmailChange = (item: Item): PendingEmailChange => row.parse(item);

export const pendingEmailChanges = () => queryItems(partition, "attribute_exists(sentAt)", {});

export const markChecked = ({ sk, sentAt }: PendingEmailChange): Promise<boolean> =>
  updateItem({
    update: key(sk),
    set: { checkedAt: Date.now() },
    condition: "sentAt = :sentAt",
    values: { ":sentAt": sentAt },
  });

export const isCodeExpired = ({ sentAt }: PendingEmailChange): boolean => Date.now() - sentAt > codeMs;

/** Deletes the row, unless another code was sent. */
export async function deletePendingEmailChange({ sk, sentAt }: PendingEmailChange): Promise<void> {
  await writeIf([{ delete: key(sk), condition: "sentAt = :sentAt", values: { ":sentAt": sentAt } }]);
}
