/** The audit trail: what was done to a customer, and on whose account. Rows are added and never changed. */
import { randomUUID } from "node:crypto";
import type { Item, Put } from "./table.ts";

/** Why something is done. */
export interface AuditContext {
  /** Of the invocation that does it. */
  requestId: string;
  /** Of the Stripe event that it is done for. */
  eventId?: string;
}

/**
 * `details` name what changed and never a value: `{ action: "updated", customerId, fields }`. `auditId` names what happened so that
 * it has one row however often it is told of: a transaction that would write a second one is refused.
 */
export function auditRow(
  sub: string,
  details: Item,
  { requestId, eventId }: AuditContext,
  auditId?: string,
): Put {
  const at = new Date().toISOString();
  const sk = `AUDIT#${auditId ?? `${at}#${randomUUID()}`}`;
  return {
    put: { pk: `CUSTOMER#${sub}`, sk, at, ...details, requestId, eventId },
    ...(auditId !== undefined && { condition: "attribute_not_exists(pk)" }),
  };
}
