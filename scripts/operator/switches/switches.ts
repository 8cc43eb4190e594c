/** `npm run admin -- stop`, `start` and `switches`. A change takes effect with the next request. */
import * as z from "zod/mini";
import { type SwitchName, stoppedKey, switchNames, switchPartition } from "#functions/platform/switches.ts";
import { getItem, readPartition } from "#functions/platform/table.ts";
import { changeRow, currentActor } from "../audit.ts";
import { type ChangingCommand, CommandRefused, type ReadingCommand } from "../command.ts";
import { parseRow, writeOrRefuse } from "../rows.ts";
import { inTokyo, table } from "../show.ts";

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

export const stop: ChangingCommand = {
  purpose: "Stops all SMS codes, or new sign-ups, for everybody and at once.",
  takes,
  requires: ["reason"],
  async plan([word]) {
    const name = toName(word);
    const refusal = `${name} is stopped already: see npm run admin -- switches`;
    if (await getItem(stoppedKey(name))) throw new CommandRefused(refusal);
    return {
      steps: () => [`Stop ${name} for everybody, until npm run admin -- start ${name}.`],
      confirmWith: name,
      async apply() {
        const change = changeOf("stopped");
        const put = { put: { ...stoppedKey(name), ...change }, condition: "attribute_not_exists(pk)" };
        await writeOrRefuse([put, changeRow(switchPartition(name), change)], refusal);
        const text = `${name} is stopped. To start it again: npm run admin -- start ${name} --reason "..."`;
        return { text, data: { switch: name, state: "stopped" } };
      },
    };
  },
};

export const start: ChangingCommand = {
  purpose: "Starts again what was stopped.",
  takes,
  requires: ["reason"],
  async plan([word]) {
    const name = toName(word);
    const refusal = `${name} is not stopped.`;
    if (!(await getItem(stoppedKey(name)))) throw new CommandRefused(refusal);
    return {
      steps: () => [`Start ${name} again for everybody.`],
      async apply() {
        const removal = { delete: stoppedKey(name), condition: "attribute_exists(pk)" };
        await writeOrRefuse([removal, changeRow(switchPartition(name), changeOf("started"))], refusal);
        return { text: `${name} is running again.`, data: { switch: name, state: "running" } };
      },
    };
  },
};

export const listSwitches: ReadingCommand = {
  purpose: "Shows what is stopped, and who stopped or started what and why.",
  takes: [],
  async run() {
    const states = await Promise.all(switchNames.map(async (name) => [name, await stateOf(name)]));
    const changes = (await Promise.all(switchNames.map((name) => historyOf(name)))).flat();
    const history = changes.map(({ at, name, action, operator, reason }) => [
      inTokyo(at),
      name,
      action,
      operator,
      reason,
    ]);
    return {
      text: [table(states), table(history)].filter(Boolean).join("\n\n"),
      data: { states: Object.fromEntries(states), changes },
    };
  },
};

/** `running`, or since when it is stopped and why. */
export async function stateOf(name: SwitchName): Promise<string> {
  const row = await getItem(stoppedKey(name));
  if (!row) return "running";
  const { at, operator, reason } = parseRow({ ...row, ...stoppedKey(name) }, switchChange.parse);
  return `stopped since ${inTokyo(at)} by ${operator}: ${reason}`;
}

/** Oldest first. */
async function historyOf(name: SwitchName): Promise<(SwitchChange & { name: SwitchName })[]> {
  const rows = await readPartition(switchPartition(name));
  return rows
    .filter(({ sk }) => sk.startsWith("AUDIT#"))
    .map((row) => ({ name, ...parseRow(row, switchChange.parse) }));
}

const changeOf = (action: SwitchChange["action"]) => ({
  at: new Date().toISOString(),
  action,
  ...currentActor(),
});
