import { randomUUID } from "node:crypto";
import type { Item, Put } from "../../functions/platform/table.ts";
import type { CommandContext } from "./command.ts";
import { putRow } from "./table.ts";

/** For the customer's audit trail: what is done, by whom and why; part of the change where it is one transaction. */
export const auditRow = (sub: string, action: string, context: CommandContext, details: Item = {}): Put => ({
  put: {
    pk: `CUSTOMER#${sub}`,
    sk: `AUDIT#${new Date().toISOString()}#${randomUUID()}`,
    action,
    ...details,
    operator: context.operator,
    accessKeyId: context.accessKeyId,
    reason: context.options.reason?.trim(),
  },
});

/** Before what takes more than one step, so that nothing is done without a trace. */
export const writeAudit = (
  sub: string,
  action: string,
  context: CommandContext,
  details: Item = {},
): Promise<void> => putRow(context, auditRow(sub, action, context, details));
