/** Rows of work to do. A row is leased to one worker; others skip it until the lease ends. */

import * as z from "zod/mini";
import { errorFields, log } from "#functions/runtime/log.ts";
import { dayMs } from "#shared/durations.ts";
import { type PartitionKey, partitionKey } from "#shared/partitions.ts";
import { type Key, queryItems, type Update, updateItem } from "./table.ts";

export const leasedRow = z.object({
  pk: partitionKey,
  sk: z.string(),
  /** End of the lease, milliseconds since the epoch. */
  leaseUntil: z.int(),
  attempts: z.int(),
});
export type LeasedRow = z.output<typeof leasedRow>;

/** Longer than any function that takes a lease runs. */
const leaseMs = 2 * 60_000;
const firstRetryMs = 5_000;

/** Fields of a new row, leased to its writer. */
export const newLease = () => ({ leaseUntil: Date.now() + leaseMs, attempts: 1 });

/** Rows without an active lease, by sort key. */
export const unleasedRows = (partition: PartitionKey) =>
  queryItems(partition, "leaseUntil < :now", { ":now": Date.now() });

/**
 * Does the row's work under its lease; undefined when somebody else has it. After a failure, which is thrown, the row waits with
 * exponential backoff up to `longestMs`.
 */
export async function leased<T>(
  row: LeasedRow,
  work: () => Promise<T>,
  longestMs?: number,
): Promise<T | undefined> {
  if (!(await claim(row))) return undefined;
  try {
    return await work();
  } catch (error) {
    await release(row, longestMs).catch((later: unknown) =>
      log("warn", "lease not released", errorFields(later)),
    );
    throw error;
  }
}

/** Takes the lease. True for one of several concurrent callers. */
const claim = ({ pk, sk, leaseUntil }: LeasedRow): Promise<boolean> =>
  updateLeased({ pk, sk }, leaseUntil, {
    set: { leaseUntil: Date.now() + leaseMs },
    add: { attempts: 1 },
  });

/** Changes a row whose lease is still the one that was read or taken. False when somebody else has taken it since. */
export const updateLeased = (
  update: Key,
  leaseUntil: number,
  changes: Pick<Update, "set" | "add">,
): Promise<boolean> =>
  updateItem({ update, ...changes, condition: "leaseUntil = :seen", values: { ":seen": leaseUntil } });

/** Ends the lease of a row, as it was read, that was tried in vain. */
export function release(
  { pk, sk, attempts }: Key & Pick<LeasedRow, "attempts">,
  longestMs: number = dayMs,
): Promise<boolean> {
  const wait = Math.min(firstRetryMs * 2 ** attempts, longestMs);
  return updateItem({
    update: { pk, sk },
    set: { leaseUntil: Date.now() + wait },
  });
}
