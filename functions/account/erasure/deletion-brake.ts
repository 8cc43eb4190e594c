/**
 * The brake of the jobs that delete accounts. Every account that is due is counted before the first one is deleted: a mistake that
 * makes hundreds of them due (a bad restore, a wrong command, an empty table) deletes none. docs/runbooks/deletions.md
 */

import { deleteItem } from "#functions/platform/table.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import {
  consumeAllowance,
  type DeletionKind,
  heldDeletionKey,
  holdDeletions,
  readHeldDeletion,
} from "./held-deletions-table.ts";

/** By the complete looks at all accounts and records: `export-users`. Zeros before the first one. */
export interface KnownAccounts {
  accounts: number;
  /** With a record. */
  customers: number;
  /** Customers of whom nothing was left, in the looks of the last 40 days. */
  vanished: number;
}

/** A small portal deletes so many at once, whatever share that is. An account that nothing knows is deleted on the weakest proof. */
const few: Record<DeletionKind, number> = { unconfirmed: 5, abandoned: 1, closed: 5 };

/** The most accounts of a kind that one run may delete. */
export function deletionLimit(kind: DeletionKind, { accounts, customers, vanished }: KnownAccounts): number {
  // A portal with accounts and no customer has lost its records.
  if (kind === "abandoned" && (customers === 0 || vanished > 0)) return 0;
  const share = Math.floor((accounts * numericEnvironment("DELETIONS_PERCENT")) / 100);
  return Math.min(numericEnvironment("DELETIONS_PER_RUN"), Math.max(few[kind], share));
}

/**
 * Calls `deleteAll` if the accounts that are due (each by its `sub`) are no more than a run may delete, or an operator allowed them.
 * Otherwise deletes none and raises the alarm `deletions-held`. `deleteAll` returns how many were deleted.
 */
export async function withBrake(
  kind: DeletionKind,
  due: readonly string[],
  known: KnownAccounts,
  deleteAll: () => Promise<number>,
): Promise<number> {
  const limit = deletionLimit(kind, known);
  const held = await readHeldDeletion(kind);
  if (due.length <= limit) {
    if (held) await deleteItem(heldDeletionKey(kind));
    return deleteAll();
  }
  const allowed = held && Date.now() < held.allowedUntil ? held.allowed : 0;
  if (allowed <= 0 || due.length > allowed + limit) {
    await holdDeletions(kind, due, limit);
    log("error", "deletions wait for an operator", { kind, due: due.length, limit });
    countMetric("DeletionsHeld", due.length);
    return 0;
  }
  const deleted = await deleteAll();
  await consumeAllowance(kind, deleted);
  return deleted;
}
