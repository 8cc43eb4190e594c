/** The progress of a day's export. */

import * as z from "zod/mini";
import type { KnownAccounts } from "#functions/account/erasure/deletion-brake.ts";
import { type Item, type Key, readPartition, updateAndRead } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { updateLeased } from "#functions/tasks/task.ts";
import { dayMs } from "#shared/durations.ts";

const row = z.object({
  /** Japan's day. */
  sk: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  /** Objects that are written, and the accounts in them. */
  parts: z.int(),
  accounts: z.int(),
  /** Cognito's token of the next page; missing at the beginning. */
  continueWith: z.optional(z.string()),
  /** End of the lease of the run that is at it, milliseconds since the epoch. */
  leaseUntil: z.int(),
});
export type UserExport = z.output<typeof row>;

/** Longer than a run. */
const leaseMs = 16 * 60_000;
const keptMs = 40 * dayMs;

const keyOf = (day: string): Key => ({ pk: "USER_EXPORTS", sk: day });

/** Takes the day's export for this run, a new one included. Undefined when it is done, or another run is at it. */
export async function claimExport(day: string): Promise<UserExport | undefined> {
  const now = Date.now();
  const item = await updateAndRead({
    update: keyOf(day),
    creates: true,
    set: { leaseUntil: now + leaseMs, expiresAt: epochSeconds(now + keptMs) },
    setOnce: { startedAt: new Date(now).toISOString(), parts: 0, accounts: 0 },
    condition: "attribute_not_exists(pk) OR (attribute_not_exists(endedAt) AND leaseUntil < :now)",
    values: { ":now": now },
  });
  return item && row.parse(item);
}

/** The progress so far. */
export const saveProgress = ({ parts, accounts, continueWith, ...of }: UserExport): Promise<boolean> =>
  update(of, { parts, accounts, continueWith: continueWith ?? null });

/** Counted by the look at the whole table, which ends the export. */
export interface Counts {
  /** With a record. */
  customers: number;
  /** Customers who were erased. */
  erased: number;
  /** Customers of the look before, of whom nothing is left. */
  vanished: number;
}

export const endExport = (
  { parts, accounts, ...of }: UserExport,
  counts: Counts & { endedAt: string },
): Promise<boolean> => update(of, { parts, accounts, continueWith: null, ...counts });

const completeRow = z.object({
  startedAt: z.string(),
  endedAt: z.string(),
  accounts: z.int(),
  customers: z.int(),
  erased: z.int(),
  vanished: z.int(),
});

/** The latest day on which all accounts and the whole table were looked at. */
export interface LastLook extends KnownAccounts {
  /** Milliseconds since the epoch; 0 before the first one. */
  beganAt: number;
  endedAt: number;
  erased: number;
}

export async function readLastLook(): Promise<LastLook> {
  const looks = (await readPartition("USER_EXPORTS")).flatMap(
    (item) => completeRow.safeParse(item).data ?? [],
  );
  const { startedAt = epoch, endedAt = epoch, accounts = 0, customers = 0, erased = 0 } = looks.at(-1) ?? {};
  const vanished = looks.reduce((sum, look) => sum + look.vanished, 0);
  const times = { beganAt: Date.parse(startedAt), endedAt: Date.parse(endedAt) };
  return { accounts, customers, erased, vanished, ...times };
}
const epoch = new Date(0).toISOString();

/** The next run goes on at once. */
export const releaseExport = (of: UserExport): Promise<boolean> => update(of, { leaseUntil: 0 });

/** False when this run has lost its lease. */
const update = ({ sk, leaseUntil }: Pick<UserExport, "sk" | "leaseUntil">, set: Item): Promise<boolean> =>
  updateLeased(keyOf(sk), leaseUntil, { set });
