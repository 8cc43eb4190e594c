/** `DELETIONS`: deletions that the brake stopped, and what an operator allowed. */
import * as z from "zod/mini";
import { getItem, type Key, type Update, updateItem } from "#functions/platform/table.ts";
import { dayMs } from "#shared/durations.ts";

/** `unconfirmed`: an account whose e-mail was never confirmed. `abandoned`: never registered. `closed`: by its owner. */
export const deletionKinds = ["unconfirmed", "abandoned", "closed"] as const;
export type DeletionKind = (typeof deletionKinds)[number];

export const heldDeletionKey = (kind: DeletionKind): Key => ({ pk: "DELETIONS", sk: kind });

const row = z.object({
  /** ISO 8601: of the first run that was stopped. */
  heldAt: z.string(),
  /** Accounts that were due in the last run, and as many as a run may delete. */
  due: z.int(),
  limit: z.int(),
  /** The `sub` of the first ones. */
  customers: z.array(z.string()),
  /** Deletions that an operator allowed beyond the limit and no run has used up, until that time (milliseconds since the epoch). */
  allowed: z._default(z.int(), 0),
  allowedUntil: z._default(z.int(), 0),
});
export type HeldDeletion = z.output<typeof row>;

export const parseHeldDeletion = (item: unknown): HeldDeletion => row.parse(item);

export async function readHeldDeletion(kind: DeletionKind): Promise<HeldDeletion | undefined> {
  const item = await getItem(heldDeletionKey(kind));
  return item && parseHeldDeletion(item);
}

/** As many as a person looks at. */
const named = 50;

/** Keeps what an operator allowed. */
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

/** Longer than the next run takes to come, and short enough to be about the accounts that the operator saw. */
export const allowanceMs = dayMs;

/** Part of the operator's transaction. Refused if another number is due by now. */
export const allowDeletions = (kind: DeletionKind, { due }: HeldDeletion): Update => ({
  update: heldDeletionKey(kind),
  set: { allowed: due, allowedUntil: Date.now() + allowanceMs },
  condition: "due = :seen",
  values: { ":seen": due },
});

/** A run deleted so many with an operator's permission. */
export const consumeAllowance = (kind: DeletionKind, deleted: number): Promise<boolean> =>
  updateItem({ update: heldDeletionKey(kind), add: { allowed: -deleted } });
