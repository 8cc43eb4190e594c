/**
 * The brake of the jobs that delete accounts. The accounts that are due are counted before the first one is
 * deleted: a mistake that makes hundreds of them due (a bad restore, a wrong command, an empty table) deletes
 * none. docs/runbooks/deletions.md
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

/** Counts of the last complete look at all accounts and profiles (`export-users`); 0 before the first one. */
export interface KnownAccounts {
  accounts: number;
  /** Customers with a profile. */
  customers: number;
  /** Customers who disappeared without an erasure, in the last 40 days. */
  vanished: number;
}

/**
 * Lower bound of the limit, for a small portal. Lowest for abandoned accounts, whose proof is the weakest.
 */
const few: Record<DeletionKind, number> = { unconfirmed: 5, abandoned: 1, closed: 5 };

/** Returns the most accounts of a kind that one run may delete. */
export function deletionLimit(kind: DeletionKind, { accounts, customers, vanished }: KnownAccounts): number {
  // A portal with accounts and no customer has lost its profiles.
  if (kind === "abandoned" && (customers === 0 || vanished > 0)) return 0;
  const share = Math.floor((accounts * numericEnvironment("DELETIONS_PERCENT")) / 100);
  return Math.min(numericEnvironment("DELETIONS_PER_RUN"), Math.max(few[kind], share));
}

/** Counting stops here: a run ends in time even if a mistake makes every account due. */
const mostCounted = 10_000;

/**
 * Calls `deleteAll` with the due accounts if they are within the limit, or if an operator allowed them.
 * Otherwise deletes none and raises the alarm `deletions-held`. Both return the number of deleted accounts.
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
