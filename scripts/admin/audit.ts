import { randomUUID } from "node:crypto";
import type { Item, Put } from "../../functions/platform/table.ts";
import type { Order } from "./command.ts";
import { putRow } from "./table.ts";

/** For the customer's audit trail: what is done, by whom and why; part of the change where it is one transaction. */
export const auditRow = (sub: string, action: string, order: Order, details: Item = {}): Put => ({
  put: {
    pk: `CUSTOMER#${sub}`,
    sk: `AUDIT#${new Date().toISOString()}#${randomUUID()}`,
    action,
    ...details,
    operator: order.operator,
    accessKeyId: order.accessKeyId,
    reason: order.options.reason?.trim(),
  },
});

/** Before what takes more than one step, so that nothing is done without a trace. */
export const writeAudit = (sub: string, action: string, order: Order, details: Item = {}): Promise<void> =>
  putRow(order, auditRow(sub, action, order, details));
