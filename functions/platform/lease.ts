/** Rows of work to be done later: until the lease has run out, whoever holds it is at it and the others leave it alone. */
import * as z from "zod/mini";
import { type Key, queryItems, updateItem } from "./table.ts";

export const leasedRow = z.object({
  pk: z.string(),
  sk: z.string(),
  /** Milliseconds since the epoch: until then somebody is at it. */
  leaseUntil: z.int(),
  attempts: z.int(),
});
export type LeasedRow = z.output<typeof leasedRow>;

/** Longer than any function that takes such a row on may run. */
const leaseMs = 2 * 60_000;
const firstRetryMs = 5_000;
const longestRetryMs = 24 * 60 * 60_000;

/** What a new row carries: leased to the one that writes it. */
export const newLease = () => ({ leaseUntil: Date.now() + leaseMs, attempts: 1 });

/** Every row that nobody is at, in the order of the sort keys. */
export const unleasedRows = (partition: string) =>
  queryItems(partition, "leaseUntil < :now", { ":now": Date.now() });

/** True for the one caller that may take it on now. */
export const claim = ({ pk, sk, leaseUntil }: LeasedRow): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    expression: "SET leaseUntil = :next ADD attempts :one",
    condition: "leaseUntil = :seen",
    values: { ":next": Date.now() + leaseMs, ":one": 1, ":seen": leaseUntil },
  });

/** The try failed: anybody may make the next one, after a wait that doubles with each, up to `longestMs`. */
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
