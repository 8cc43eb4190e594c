/** Rows of work to do. A row is leased to one worker; others skip it until the lease ends. */
import * as z from "zod/mini";
import { type Key, queryItems, updateItem } from "./table.ts";

export const leasedRow = z.object({
  pk: z.string(),
  sk: z.string(),
  /** End of the lease, milliseconds since the epoch. */
  leaseUntil: z.int(),
  attempts: z.int(),
});
export type LeasedRow = z.output<typeof leasedRow>;

/** Longer than any function that takes a lease runs. */
const leaseMs = 2 * 60_000;
const firstRetryMs = 5_000;
const longestRetryMs = 24 * 60 * 60_000;

/** Fields of a new row, leased to its writer. */
export const newLease = () => ({ leaseUntil: Date.now() + leaseMs, attempts: 1 });

/** Rows without an active lease, by sort key. */
export const unleasedRows = (partition: string) =>
  queryItems(partition, "leaseUntil < :now", { ":now": Date.now() });

/** Takes the lease. True for one of several concurrent callers. */
export const claim = ({ pk, sk, leaseUntil }: LeasedRow): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    expression: "SET leaseUntil = :next ADD attempts :one",
    condition: "leaseUntil = :seen",
    values: { ":next": Date.now() + leaseMs, ":one": 1, ":seen": leaseUntil },
  });

/** Ends the lease after a failed attempt, with exponential backoff up to `longestMs`. */
export function release(
  { pk, sk }: Key,
  attempts: number,
  longestMs: number = longestRetryMs,
): Promise<boolean> {
  const wait = Math.min(firstRetryMs * 2 ** (attempts - 1), longestMs);
  return updateItem({
    update: { pk, sk },
    expression: "SET leaseUntil = :next",
    condition: "attribute_exists(pk)",
    values: { ":next": Date.now() + wait },
  });
}
