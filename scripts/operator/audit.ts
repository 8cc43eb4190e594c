import { randomUUID } from "node:crypto";
import type { Item, Put } from "#functions/platform/table.ts";
import type { CommandContext } from "./command.ts";
import { putRow } from "./rows.ts";

/** Audit row of an operator's change: action, operator, reason. Part of the change where that is one transaction. */
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

/** Written before a change of several steps, so that every change is in the trail. */
export const writeAudit = (
  sub: string,
  action: string,
  context: CommandContext,
  details: Item = {},
): Promise<void> => putRow(auditRow(sub, action, context, details));
