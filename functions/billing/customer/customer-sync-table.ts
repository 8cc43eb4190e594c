/** Customers to sync to Stripe: a row stays until Stripe was told what the record says, long after the change. */
import * as z from "zod/mini";
import { leasedRow, newLease, unleasedRows } from "../../platform/lease.ts";
import { type Item, type Put, TransactionCanceled, writeTogether } from "../../platform/table.ts";

const partition = "CUSTOMER_SYNC";
const row = z.extend(leasedRow, {
  /** Of the record that the change made. */
  version: z.int(),
});
export type CustomerSync = z.output<typeof row>;
export const parseCustomerSync = (item: Item): CustomerSync => row.parse(item);

/** Part of the change. The reconciler comes when nobody can be telling Stripe of an older record any more. */
export const customerToSync = (sub: string, version: number): Put => ({
  put: { pk: partition, sk: sub, version, ...newLease() },
});

export const customersToSync = () => unleasedRows(partition);

/** Stripe knows. A change that came meanwhile keeps its row. */
export async function markSynced({ pk, sk, version }: CustomerSync): Promise<void> {
  try {
    await writeTogether([
      { delete: { pk, sk }, condition: "version = :version", values: { ":version": version } },
    ]);
  } catch (error) {
    if (!(error instanceof TransactionCanceled)) throw error;
  }
}
