/** `PASSES`: the progress of the passes. docs/data.md */
import * as z from "zod/mini";
import { getItem, type Item, type Key, updateAndRead } from "#functions/platform/table.ts";
import { updateLeased } from "#functions/tasks/task.ts";

export type PassName = "accounts" | "expiring-cards" | "undelivered-events";

const row = z.object({
  /** The period in which the pass is due once, such as a day. */
  period: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  endedAt: z.optional(z.string()),
  /** Cursor of the next part; missing for the first one. */
  cursor: z.optional(z.string()),
  /** Counts of the parts so far. */
  counts: z.record(z.string(), z.number()),
  /** ISO 8601: when the last complete pass began. Missing before the first one ends. */
  completeSince: z.optional(z.string()),
  /** End of the lease of the current run, milliseconds since the epoch. */
  lockedUntil: z.int(),
});
export type Pass = z.output<typeof row> & { name: PassName };

/** Longer than a run of any of these jobs. */
const leaseMs = 16 * 60_000;

const keyOf = (name: PassName): Key => ({ pk: "PASSES", sk: name });

export async function readPass(name: PassName): Promise<Pass | undefined> {
  const item = await getItem(keyOf(name));
  return item && { ...row.parse(item), name };
}

/**
 * Leases the pass to this run: the one that has not ended, or a new one if none began in this period. Returns
 * undefined if nothing is due, or if another run has the lease.
 */
export async function claimPass(name: PassName, period: string): Promise<Pass | undefined> {
  const now = Date.now();
  const item = await updateAndRead({
    update: keyOf(name),
    creates: true,
    set: { lockedUntil: now + leaseMs },
    setOnce: newPass(period),
    condition:
      "attribute_not_exists(pk) OR (lockedUntil < :now AND (attribute_not_exists(endedAt) OR #period <> :period))",
    names: { "#period": "period" },
    values: { ":now": now, ":period": period },
  });
  if (!item) return undefined;
  const pass = { ...row.parse(item), name };
  return pass.endedAt === undefined ? pass : begin(pass, period);
}

const newPass = (period: string) => ({ period, startedAt: new Date().toISOString(), counts: {} });

async function begin(pass: Pass, period: string): Promise<Pass | undefined> {
  const next = newPass(period);
  const isOurs = await update(pass, { ...next, cursor: null, endedAt: null });
  return isOurs ? { ...pass, ...next, cursor: undefined, endedAt: undefined } : undefined;
}

/** Saves the cursor and the counts. */
export const saveProgress = (pass: Pass): Promise<boolean> =>
  update(pass, { cursor: pass.cursor ?? null, counts: pass.counts });

export const endPass = ({ startedAt, ...pass }: Pass): Promise<boolean> =>
  update(pass, {
    endedAt: new Date().toISOString(),
    completeSince: startedAt,
    counts: pass.counts,
    cursor: null,
    lockedUntil: 0,
  });

/** Releases the lease: the next run continues at once. */
export const releasePass = (pass: Pass): Promise<boolean> => update(pass, { lockedUntil: 0 });

/** Returns false if this run has lost its lease. */
const update = ({ name, lockedUntil }: Pick<Pass, "name" | "lockedUntil">, set: Item): Promise<boolean> =>
  updateLeased(keyOf(name), lockedUntil, { set });
