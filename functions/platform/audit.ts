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

/** `details` name what changed and never a value: `{ action: "updated", customerId, fields }`. */
export function auditRow(sub: string, details: Item, { requestId, eventId }: AuditContext): Put {
  const at = new Date().toISOString();
  return {
    put: { pk: `CUSTOMER#${sub}`, sk: `AUDIT#${at}#${randomUUID()}`, ...details, requestId, eventId },
  };
}
