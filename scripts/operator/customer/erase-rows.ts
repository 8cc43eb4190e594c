import type { Delete, Put } from "../../../functions/platform/table.ts";
import { auditRow } from "../audit.ts";
import type { CommandContext } from "../command.ts";
import { deleteRow, type Row, writeTogether } from "../table.ts";
import { type Customer, idsOf } from "./customer.ts";
import { pendingRows, rowsOf } from "./rows-of.ts";

/**
 * Deletes rows that only the record leads to, then the record in one transaction, then rows that a session may have written in
 * between: without a record nothing is written any more. Returns the number of deleted rows.
 */
export async function eraseRows(
  customer: Customer,
  checkout: Row | undefined,
  context: CommandContext,
): Promise<number> {
  const { record, audit: _, pointer, ...ledTo } = await rowsOf(customer, context);
  const first = await deleteAll(Object.values(ledTo).flat(), context);
  const writes = [...record, ...pointer].map((row) => removal(row, customer, checkout));
  await writeTogether(context, [...writes, erased(customer, context)]);
  const last = await deleteAll(await pendingRows(customer.sub, context), context);
  return first + writes.length + last;
}

async function deleteAll(rows: readonly Row[], context: CommandContext): Promise<number> {
  for (const row of rows) await deleteRow(context, row);
  return rows.length;
}

const erased = (customer: Customer, context: CommandContext): Put =>
  auditRow(customer.sub, "erased", context, idsOf(customer));

/** Refused if the customer changed the record or began to pay since it was read. */
function removal({ pk, sk }: Row, { profile }: Customer, checkout: Row | undefined): Delete {
  const key = { delete: { pk, sk } };
  if (sk === "PROFILE")
    return { ...key, condition: "version = :seen", values: { ":seen": profile?.version } };
  if (sk === "CHECKOUT")
    return { ...key, condition: "attempt = :seen", values: { ":seen": checkout?.attempt ?? 0 } };
  return key;
}
