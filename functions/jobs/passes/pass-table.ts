/** `PASSES`: how far the jobs that look at everything have come. docs/data.md */
import * as z from "zod/mini";
import { getItem, type Item, type Key, updateAndRead } from "#functions/platform/table.ts";
import { updateLeased } from "#functions/tasks/task.ts";

export type PassName = "accounts" | "expiring-cards" | "undelivered-events";

const row = z.object({
  /** In which the pass is due once, such as a day. */
  period: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  endedAt: z.optional(z.string()),
  /** Where the next part begins; missing for the first one. */
  cursor: z.optional(z.string()),
  /** By the parts so far. */
  counts: z.record(z.string(), z.number()),
  /** The start of the last pass that is complete (ISO 8601): everything was looked at since. Missing before the end of the first one. */
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
 * Takes the pass for this run: the one that has not ended, else a new one if none began in this period. Undefined where there is
 * nothing to do, or another run has it.
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

/** Saves what comes next. */
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

/** The next run goes on at once. */
export const releasePass = (pass: Pass): Promise<boolean> => update(pass, { lockedUntil: 0 });

/** False when this run has lost its lease. */
const update = ({ name, lockedUntil }: Pick<Pass, "name" | "lockedUntil">, set: Item): Promise<boolean> =>
  updateLeased(keyOf(name), lockedUntil, { set });
