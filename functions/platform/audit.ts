/** The audit trail: changes to a customer's data, and their causes. Rows are never changed. */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { currentContext } from "#functions/runtime/context.ts";
import type { PartitionKey } from "#shared/partitions.ts";
import type { AuditAction, OperatorAction } from "./audit-actions.ts";
import { type Item, type Put, queryNewest, type Row } from "./table.ts";

/**
 * Returns the write of an audit row. `details` name the change without values, e.g. `{ action: "updated",
 * customerId, fields }`. The current context is the cause. `auditId` identifies the change: a second row with
 * it is refused.
 */
export function auditRow(
  sub: string,
  details: Item & { action: AuditAction | OperatorAction },
  auditId?: string,
): Put {
  const context = currentContext();
  const { requestId, eventId } = context;
  const at = new Date().toISOString();
  const sk = `AUDIT#${auditId ?? `${at}#${randomUUID()}`}`;
  const cause = context.kind === "operator" ? context.actor : { at, requestId, eventId };
  return {
    put: { pk: `CUSTOMER#${sub}`, sk, ...details, ...cause },
    ...(auditId !== undefined && { condition: "attribute_not_exists(pk)" }),
  };
}

const row = z.object({
  sk: z.string(),
  /** ISO 8601. */
  at: z.string(),
  action: z.string(),
  /** The operator; undefined if the customer or a provider acted. */
  operator: z.optional(z.string()),
  /** Names of the changed fields. */
  fields: z.optional(z.array(z.string())),
});
export type AuditRow = z.output<typeof row>;

export const isAudit = ({ sk }: Row): boolean => sk.startsWith("AUDIT#");

/** Returns the row's time in ISO 8601: the attribute `at`, or the time in an operator's sort key. */
export const auditTimeOf = ({ sk, at }: Row): string => String(at ?? sk.split("#")[1]);

export const oldestFirst = (one: Row, other: Row): number =>
  auditTimeOf(one).localeCompare(auditTimeOf(other));

export const parseAuditRow = (item: Row): AuditRow => row.parse({ ...item, at: auditTimeOf(item) });

const partition = (sub: string): PartitionKey => `CUSTOMER#${sub}`;

/**
 * Yields the rows with a time in the sort key, newest first, both times inclusive. Reads pages of `limit`
 * rows as needed.
 */
export async function* timedAuditRows(
  sub: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): AsyncGenerator<AuditRow> {
  for await (const item of queryNewest(partition(sub), { from: `AUDIT#${from}`, to: `AUDIT#${to}`, limit }))
    yield parseAuditRow(item);
}

/** Returns the rows with an `auditId` in the sort key, not ordered by time. */
export const readNamedAuditRows = (sub: string): Promise<AuditRow[]> =>
  Array.fromAsync(queryNewest(partition(sub), { from: "AUDIT#A", to: "AUDIT$" }), parseAuditRow);
