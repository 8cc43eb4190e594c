import type { Delete, Put } from "../../functions/platform/table.ts";
import { auditRow } from "./audit.ts";
import type { Order } from "./command.ts";
import { type Customer, idsOf } from "./customer.ts";
import { pendingRows, rowsOf } from "./rows-of.ts";
import { deleteRow, type Row, writeTogether } from "./table.ts";

/**
 * First what only the record leads to, then the record itself in one transaction, then what somebody who was still signed in may
 * have written meanwhile: without a record nobody writes any more. Returns how many rows went.
 */
export async function eraseRows(
  customer: Customer,
  checkout: Row | undefined,
  order: Order,
): Promise<number> {
  const { record, audit: _, pointer, ...ledTo } = await rowsOf(customer, order);
  const first = await deleteAll(Object.values(ledTo).flat(), order);
  const writes = [...record, ...pointer].map((row) => removal(row, customer, checkout));
  await writeTogether(order, [...writes, erased(customer, order)]);
  const last = await deleteAll(await pendingRows(customer.sub, order), order);
  return first + writes.length + last;
}

async function deleteAll(rows: readonly Row[], order: Order): Promise<number> {
  for (const row of rows) await deleteRow(order, row);
  return rows.length;
}

const erased = (customer: Customer, order: Order): Put =>
  auditRow(customer.sub, "erased", order, idsOf(customer));

/** Only of what was looked at before: a customer who changed something, or began to pay, meanwhile is not erased. */
function removal({ pk, sk }: Row, { profile }: Customer, checkout: Row | undefined): Delete {
  const key = { delete: { pk, sk } };
  if (sk === "PROFILE")
    return { ...key, condition: "version = :seen", values: { ":seen": profile?.version } };
  if (sk === "CHECKOUT")
    return { ...key, condition: "attempt = :seen", values: { ":seen": checkout?.attempt ?? 0 } };
  return key;
}
