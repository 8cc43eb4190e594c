/** Customers whose bill changed: Stripe is told what the record says, until one telling came long after the change. */
import * as z from "zod/mini";
import { leasedRow, newLease, unleasedRows } from "../platform/lease.ts";
import { type Put, WritesRefused, writeTogether } from "../platform/table.ts";

const partition = "PAYERS";
const row = z.extend(leasedRow, {
  /** Of the record that the change made. */
  version: z.int(),
});
export type PayerRow = z.output<typeof row>;

/** Part of the change. The reconciler comes when nobody can be telling Stripe of an older record any more. */
export const payerChanged = (sub: string, version: number): Put => ({
  put: { pk: partition, sk: sub, version, ...newLease() },
});

export async function* payersToTell(): AsyncGenerator<PayerRow> {
  for await (const item of unleasedRows(partition)) yield row.parse(item);
}

/** Stripe knows. A change that came meanwhile keeps its row. */
export async function payerTold({ pk, sk, version }: PayerRow): Promise<void> {
  try {
    await writeTogether([
      { delete: { pk, sk }, condition: "version = :version", values: { ":version": version } },
    ]);
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
  }
}
