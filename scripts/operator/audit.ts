import { randomUUID } from "node:crypto";
import { type Item, type Key, type Put, type Row, readPartition } from "#functions/platform/table.ts";
import type { CommandContext } from "./command.ts";
import { putRow } from "./rows.ts";

/** Key of a new audit row in that partition. */
export const auditKey = (pk: Key["pk"], at: string): Key => ({ pk, sk: `AUDIT#${at}#${randomUUID()}` });

/** The operator of a change, and the reason. */
export const actorOf = ({ operator, accessKeyId, options }: CommandContext) => ({
  operator,
  accessKeyId,
  reason: options.reason?.trim(),
});

/** Audit row of an operator's change: action, operator, reason. Part of the change where that is one transaction. */
export const auditRow = (sub: string, action: string, context: CommandContext, details: Item = {}): Put => ({
  put: {
    ...auditKey(`CUSTOMER#${sub}`, new Date().toISOString()),
    action,
    ...details,
    ...actorOf(context),
  },
});

/** Written before a change of several steps, so that every change is in the trail. */
export const writeAudit = (
  sub: string,
  action: string,
  context: CommandContext,
  details: Item = {},
): Promise<void> => putRow(auditRow(sub, action, context, details));

/** Time of an audit row. The row of a duplicate payment has it as an attribute, because its key names the subscription. */
export const timeOf = ({ sk, at }: Row): string => String(at ?? sk.split("#")[1]);

/** Oldest first. */
export async function readTrail(sub: string): Promise<Row[]> {
  const rows = await readPartition(`CUSTOMER#${sub}`);
  return rows.filter(isAudit).sort((one, other) => timeOf(one).localeCompare(timeOf(other)));
}

export const isAudit = ({ sk }: Row): boolean => sk.startsWith("AUDIT#");
