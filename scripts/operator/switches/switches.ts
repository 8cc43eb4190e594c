/** `npm run admin -- stop`, `start` and `switches`: what is stopped takes effect with the next request. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import {
  type SwitchName,
  stoppedKey,
  switchNames,
  switchPartition,
} from "../../../functions/platform/switches.ts";
import type { Put } from "../../../functions/platform/table.ts";
import type { Command, CommandContext, Target } from "../command.ts";
import { inTokyo, table } from "../show.ts";
import { readPartition, readRow, writeTogether } from "../table.ts";

const switchChange = z.object({
  /** ISO 8601. */
  at: z.string(),
  action: z.enum(["stopped", "started"]),
  operator: z.string(),
  accessKeyId: z.string(),
  reason: z.string(),
});
type SwitchChange = z.output<typeof switchChange>;

const takes = [switchNames.join("|")] as const;
const toName = (word = ""): SwitchName => z.enum(switchNames).parse(word.trim());

export const stop: Command = {
  purpose: "Stops all SMS codes, or new sign-ups, for everybody and at once.",
  takes,
  requires: ["reason"],
  async run([word], context) {
    const name = toName(word);
    const change = changeOf("stopped", context);
    const put = { put: { ...stoppedKey(name), ...change }, condition: "attribute_not_exists(pk)" };
    const refusal = `${name} is stopped already: see npm run admin -- switches`;
    await writeTogether(context, [put, auditRow(name, change)], refusal);
    return `${name} is stopped. To start it again: npm run admin -- start ${name} --reason "..."`;
  },
};

export const start: Command = {
  purpose: "Starts again what was stopped.",
  takes,
  requires: ["reason"],
  async run([word], context) {
    const name = toName(word);
    const removal = { delete: stoppedKey(name), condition: "attribute_exists(pk)" };
    const audit = auditRow(name, changeOf("started", context));
    await writeTogether(context, [removal, audit], `${name} is not stopped.`);
    return `${name} is running again.`;
  },
};

export const listSwitches: Command = {
  purpose: "Shows what is stopped, and who stopped or started what and why.",
  takes: [],
  async run(_, context) {
    const states = await Promise.all(switchNames.map(async (name) => [name, await stateOf(name, context)]));
    const histories = await Promise.all(switchNames.map((name) => historyOf(name, context)));
    return [table(states), table(histories.flat())].filter(Boolean).join("\n\n");
  },
};

/** `running`, or since when it is stopped and why. */
export async function stateOf(name: SwitchName, target: Pick<Target, "dynamodb" | "table">): Promise<string> {
  const row = await readRow(target, stoppedKey(name));
  if (!row) return "running";
  const { at, operator, reason } = switchChange.parse(row);
  return `stopped since ${inTokyo(at)} by ${operator}: ${reason}`;
}

/** Oldest first. */
async function historyOf(name: SwitchName, target: Target): Promise<string[][]> {
  const rows = await readPartition(target, switchPartition(name));
  return rows
    .filter(({ sk }) => sk.startsWith("AUDIT#"))
    .map((row) => switchChange.parse(row))
    .map(({ at, action, operator, reason }) => [inTokyo(at), name, action, operator, reason]);
}

const changeOf = (
  action: SwitchChange["action"],
  { operator, accessKeyId, options }: CommandContext,
): SwitchChange => ({
  at: new Date().toISOString(),
  action,
  operator,
  accessKeyId,
  reason: options.reason?.trim() ?? "",
});

const auditRow = (name: SwitchName, change: SwitchChange): Put => ({
  put: { pk: switchPartition(name), sk: `AUDIT#${change.at}#${randomUUID()}`, ...change },
});
