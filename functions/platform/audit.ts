/** The audit trail: what was changed about a customer, and why. Rows are never changed. */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { currentContext } from "#functions/runtime/context.ts";
import type { PartitionKey } from "#shared/partitions.ts";
import type { AuditAction, OperatorAction } from "./audit-actions.ts";
import { type Item, type Put, queryNewest, type Row } from "./table.ts";

/**
 * `details` name what changed, without values: `{ action: "updated", customerId, fields }`; the current context says who or what
 * caused it. `auditId` identifies what happened, so that it has one row: a transaction that would write a second row is refused.
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
  /** The operator, if neither the customer nor a provider acted. */
  operator: z.optional(z.string()),
  /** Names of what changed. */
  fields: z.optional(z.array(z.string())),
});
export type AuditRow = z.output<typeof row>;

export const isAudit = ({ sk }: Row): boolean => sk.startsWith("AUDIT#");

/** An operator's row has its time in the sort key, the row of what happens once in an attribute. */
export const auditTimeOf = ({ sk, at }: Row): string => String(at ?? sk.split("#")[1]);

export const oldestFirst = (one: Row, other: Row): number =>
  auditTimeOf(one).localeCompare(auditTimeOf(other));

export const parseAuditRow = (item: Row): AuditRow => row.parse({ ...item, at: auditTimeOf(item) });

const partition = (sub: string): PartitionKey => `CUSTOMER#${sub}`;

/** Rows whose sort key has the time, newest first, both times inclusive; read in pages of `limit` as they are asked for. */
export async function* timedAuditRows(
  sub: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): AsyncGenerator<AuditRow> {
  for await (const item of queryNewest(partition(sub), { from: `AUDIT#${from}`, to: `AUDIT#${to}`, limit }))
    yield parseAuditRow(item);
}

/** Rows of what happens once, whose sort key says what instead of when: in no order of time. */
export const readNamedAuditRows = (sub: string): Promise<AuditRow[]> =>
  Array.fromAsync(queryNewest(partition(sub), { from: "AUDIT#A", to: "AUDIT$" }), parseAuditRow);
