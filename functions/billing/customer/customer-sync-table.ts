/** Customers to sync to Stripe. The row of a change is kept until Stripe has the new values. */
import * as z from "zod/mini";
import { leasedRow, newLease, unleasedRows } from "#functions/platform/lease.ts";
import { type Item, type Put, writeIf } from "#functions/platform/table.ts";

const partition = "CUSTOMER_SYNC";
const row = z.extend(leasedRow, {
  /** Version of the record after the change. */
  version: z.int(),
});
export type CustomerSync = z.output<typeof row>;
export const parseCustomerSync = (item: Item): CustomerSync => row.parse(item);

/** Part of the change. Its lease ends when no request can still be writing an older record to Stripe. */
export const customerToSync = (sub: string, version: number): Put => ({
  put: { pk: partition, sk: sub, version, ...newLease() },
});

export const customersToSync = () => unleasedRows(partition);

/** Deletes the row, unless the record was changed again. */
export async function markSynced({ pk, sk, version }: CustomerSync): Promise<void> {
  await writeIf([{ delete: { pk, sk }, condition: "version = :version", values: { ":version": version } }]);
}
