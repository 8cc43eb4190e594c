/** `DELETIONS`: deletions that the brake stopped, and what an operator allowed. */
import * as z from "zod/mini";
import { getItem, type Key, type Update, updateItem } from "#functions/platform/table.ts";
import { dayMs } from "#shared/durations.ts";

/**
 * `unconfirmed`: an account whose e-mail was never confirmed. `abandoned`: never registered. `closed`: by its
 * owner.
 */
export const deletionKinds = ["unconfirmed", "abandoned", "closed"] as const;
export type DeletionKind = (typeof deletionKinds)[number];

export const heldDeletionKey = (kind: DeletionKind): Key => ({ pk: "DELETIONS", sk: kind });

const row = z.object({
  /** ISO 8601: when the brake stopped the first run. */
  heldAt: z.string(),
  /** Accounts that were due in the last run; `limit`: how many it might delete. */
  due: z.int(),
  limit: z.int(),
  /** The `sub` of the first 50 accounts. */
  customers: z.array(z.string()),
  /**
   * Deletions beyond the limit that an operator allowed and no run has used up, until `allowedUntil`
   * (milliseconds since the epoch).
   */
  allowed: z._default(z.int(), 0),
  allowedUntil: z._default(z.int(), 0),
});
export type HeldDeletion = z.output<typeof row>;

export const parseHeldDeletion = (item: unknown): HeldDeletion => row.parse(item);

export async function readHeldDeletion(kind: DeletionKind): Promise<HeldDeletion | undefined> {
  const item = await getItem(heldDeletionKey(kind));
  return item && parseHeldDeletion(item);
}

/** As many as a person reviews. */
const named = 50;

/** Stores the deletions that the brake stopped. Keeps an operator's allowance. */
export const holdDeletions = (
  kind: DeletionKind,
  customers: readonly string[],
  limit: number,
): Promise<boolean> =>
  updateItem({
    update: heldDeletionKey(kind),
    creates: true,
    set: { due: customers.length, limit, customers: customers.slice(0, named) },
    setOnce: { heldAt: new Date().toISOString() },
  });

/** Covers the next run, and is short enough to concern the accounts that the operator saw. */
export const allowanceMs = dayMs;

/** The operator's write. Refused if the number of due accounts has changed. */
export const allowDeletions = (kind: DeletionKind, { due }: HeldDeletion): Update => ({
  update: heldDeletionKey(kind),
  set: { allowed: due, allowedUntil: Date.now() + allowanceMs },
  condition: "due = :seen",
  values: { ":seen": due },
});

/** Subtracts deleted accounts from the allowance. */
export const consumeAllowance = (kind: DeletionKind, deleted: number): Promise<boolean> =>
  updateItem({ update: heldDeletionKey(kind), add: { allowed: -deleted } });
