/** The audit trail: what was changed about a customer, and why. Rows are never changed. */
import { randomUUID } from "node:crypto";
import type { Item, Put } from "./table.ts";

/** What caused a change. */
export interface AuditContext {
  /** Id of the invocation. */
  requestId: string;
  /** Id of the Stripe event. */
  eventId?: string;
}

/**
 * `details` name what changed, without values: `{ action: "updated", customerId, fields }`. `auditId` identifies what happened,
 * so that it has one row: a transaction that would write a second row is refused.
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
