/**
 * Recipients who stopped the copies of a customer's invoices: rows in the customer's partition, without the
 * address.
 */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { readCustomer } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { hash } from "#functions/platform/networks.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { firstRefused, type Key, readItem, type Update, updateItem } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";

const row = z.object({
  /** Random: audit rows outlive the customer and must not identify an address. */
  id: z.string(),
  /** ISO 8601; undefined once the recipient wants them again. */
  stoppedAt: z.optional(z.string()),
});

/**
 * Returns the id of a recipient's address, which links contain instead of the address. Each customer has
 * another id for it.
 */
export const recipientId = (sub: string, address: string): string => hash(`${sub} ${address.toLowerCase()}`);

const keyOf = (sub: string, recipient: string): Key => ({
  pk: `CUSTOMER#${sub}`,
  sk: `COPIES#${recipient}`,
});

export const readCopyRecipient = (sub: string, recipient: string) => readItem(keyOf(sub, recipient), row);

/** Returns the addresses whose recipients stopped the copies. */
export async function stoppedAmong(sub: string, addresses: readonly string[]): Promise<string[]> {
  const recipients = await Promise.all(
    addresses.map((address) => readCopyRecipient(sub, recipientId(sub, address))),
  );
  return addresses.filter((_, index) => recipients[index]?.stoppedAt !== undefined);
}

/**
 * Resumes or stops the copies to a recipient. Writes nothing if nothing changes, or without a profile. The
 * audit trail gets one row a day and recipient for stopping and one for resuming. Each use is counted, so
 * that the limit does not reveal whether the customer exists. Throws 429.
 */
export async function setInvoiceCopies(sub: string, recipient: string, wanted: boolean): Promise<void> {
  await count(customerLimit("UNSUBSCRIBE", recipient));
  const [profile, known] = await Promise.all([readCustomer(sub), readCopyRecipient(sub, recipient)]);
  if (!profile || wanted === (known?.stoppedAt === undefined)) return;
  const id = known?.id ?? randomUUID();
  const change: Update = {
    update: keyOf(sub, recipient),
    creates: true,
    set: { id, stoppedAt: wanted ? null : new Date().toISOString() },
    condition: "attribute_not_exists(pk) OR id = :id",
    values: { ":id": id },
  };
  const action = wanted ? "invoice-copies-resumed" : "invoice-copies-stopped";
  const auditId = `${action.toUpperCase()}#${id}#${japanDay()}`;
  const audit = auditRow(sub, { action, customerId: profile.customerId }, auditId);
  // The second write is refused if today's audit row exists, the first if another call was faster.
  if ((await firstRefused([change, audit])) === 1) await updateItem(change);
}
