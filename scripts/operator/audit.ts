import { randomUUID } from "node:crypto";
import { auditRow, isAudit, oldestFirst } from "#functions/platform/audit.ts";
import type { OperatorAction } from "#functions/platform/audit-actions.ts";
import { type Item, type Put, putEvenIfErased, type Row, readPartition } from "#functions/platform/table.ts";
import { currentContext } from "#functions/runtime/context.ts";
import type { PartitionKey } from "#shared/partitions.ts";

/** Audit row, in that partition, of a change that is about no customer. */
export const changeRow = (pk: PartitionKey, change: Item & { at?: string }): Put => {
  const { at = new Date().toISOString() } = change;
  return { put: { pk, sk: `AUDIT#${at}#${randomUUID()}`, ...change, at } };
};

/** The operator of the command, and the reason. */
export function currentActor() {
  const context = currentContext();
  if (context.kind !== "operator") throw new Error("No operator's command is running.");
  return context.actor;
}

/** Written before a change of several steps, so that every change is in the trail. */
export const writeAudit = (sub: string, action: OperatorAction, details: Item = {}): Promise<void> =>
  putEvenIfErased(auditRow(sub, { action, ...details }).put);

/** Oldest first. */
export const readTrail = async (sub: string): Promise<Row[]> =>
  (await readPartition(`CUSTOMER#${sub}`)).filter(isAudit).sort(oldestFirst);
