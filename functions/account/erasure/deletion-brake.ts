/**
 * The brake of the jobs that delete accounts. The accounts that are due are counted before the first one is deleted: a mistake that
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
  /** With a profile. */
  customers: number;
  /** Customers of whom nothing was left, in the looks of the last 40 days. */
  vanished: number;
}

/** A small portal deletes so many at once, whatever share that is. An account that nothing knows is deleted on the weakest proof. */
const few: Record<DeletionKind, number> = { unconfirmed: 5, abandoned: 1, closed: 5 };

/** The most accounts of a kind that one run may delete. */
export function deletionLimit(kind: DeletionKind, { accounts, customers, vanished }: KnownAccounts): number {
  // A portal with accounts and no customer has lost its profiles.
  if (kind === "abandoned" && (customers === 0 || vanished > 0)) return 0;
  const share = Math.floor((accounts * numericEnvironment("DELETIONS_PERCENT")) / 100);
  return Math.min(numericEnvironment("DELETIONS_PER_RUN"), Math.max(few[kind], share));
}

/** So many are counted; more are as many. A run does not last longer because a mistake made everybody due. */
const mostCounted = 10_000;

/**
 * Calls `deleteAll` with the accounts that are due if they are no more than a run may delete, or an operator allowed them. Otherwise
 * deletes none and raises the alarm `deletions-held`. `deleteAll` returns how many were deleted.
 */
export async function withBrake<Account extends { sub: string }>(
  kind: DeletionKind,
  accounts: AsyncIterable<Account> | Iterable<Account>,
  known: KnownAccounts,
  deleteAll: (due: readonly Account[]) => Promise<number>,
): Promise<number> {
  const limit = deletionLimit(kind, known);
  const held = await readHeldDeletion(kind);
  const due = await takeFirst(accounts);
  if (due.length <= limit) {
    if (held) await deleteItem(heldDeletionKey(kind));
    return deleteAll(due);
  }
  const allowed = held && Date.now() < held.allowedUntil ? held.allowed : 0;
  if (allowed <= 0 || due.length > allowed + limit) {
    const customers = due.map(({ sub }) => sub);
    await holdDeletions(kind, customers, limit);
    log("error", "deletions wait for an operator", { kind, due: due.length, limit });
    countMetric("DeletionsHeld", due.length);
    return 0;
  }
  const deleted = await deleteAll(due);
  await consumeAllowance(kind, deleted);
  return deleted;
}

async function takeFirst<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === mostCounted) break;
  }
  return taken;
}
