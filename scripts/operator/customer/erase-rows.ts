import type { Delete, Put } from "../../../functions/platform/table.ts";
import { auditRow } from "../audit.ts";
import type { CommandContext } from "../command.ts";
import { deleteRow, type Row, writeTogether } from "../table.ts";
import { type Customer, idsOf } from "./customer.ts";
import { pendingRows, rowsOf } from "./rows-of.ts";

/**
 * First what only the record leads to, then the record itself in one transaction, then what somebody who was still signed in may
 * have written meanwhile: without a record nobody writes any more. Returns how many rows went.
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

/** Only of what was looked at before: a customer who changed something, or began to pay, meanwhile is not erased. */
function removal({ pk, sk }: Row, { profile }: Customer, checkout: Row | undefined): Delete {
  const key = { delete: { pk, sk } };
  if (sk === "PROFILE")
    return { ...key, condition: "version = :seen", values: { ":seen": profile?.version } };
  if (sk === "CHECKOUT")
    return { ...key, condition: "attempt = :seen", values: { ":seen": checkout?.attempt ?? 0 } };
  return key;
}
