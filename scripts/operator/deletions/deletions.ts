/**
 * `npm run admin -- deletions` and `allow-deletions`: accounts that the brake of a job did not delete.
 * docs/runbooks/deletions.md
 */
import {
  allowDeletions,
  type DeletionKind,
  deletionKinds,
  type HeldDeletion,
  heldDeletionKey,
  parseHeldDeletion,
} from "#functions/account/erasure/held-deletions-table.ts";
import { getItem, readPartition } from "#functions/platform/table.ts";
import { changeRow, currentActor } from "../audit.ts";
import { type ChangingCommand, CommandRefused, type ReadingCommand, UsageError } from "../command.ts";
import { parseRow, writeOrRefuse } from "../rows.ts";
import { inTokyo, table } from "../show.ts";

interface Held extends HeldDeletion {
  kind: DeletionKind;
}

async function readHeld(kind: DeletionKind): Promise<Held | undefined> {
  const key = heldDeletionKey(kind);
  const row = await getItem(key);
  return row && { kind, ...parseRow({ ...row, ...key }, parseHeldDeletion) };
}

export const listDeletions: ReadingCommand = {
  purpose: "Shows the accounts whose deletion waits for an operator, and who allowed which.",
  takes: [],
  async run() {
    const held = (await Promise.all(deletionKinds.map(readHeld))).filter((each) => each !== undefined);
    const changes = (await readPartition("DELETIONS")).filter(({ sk }) => sk.startsWith("AUDIT#"));
    const history = changes.map(({ at, kind, due, operator, reason }) =>
      [inTokyo(String(at)), kind, due, operator, reason].map(String),
    );
    const text = [...held.map(sentencesOf), table(history)].filter(Boolean).join("\n\n");
    return { text: text || "No deletion waits.", data: { held, changes } };
  },
};

const sentencesOf = ({ kind, due, limit, heldAt, customers, allowed, allowedUntil }: Held): string =>
  [
    `${due} ${kind} accounts are due, and a run may delete ${limit}. None is deleted since ${inTokyo(heldAt)}.`,
    ...(allowed > 0 && allowedUntil > Date.now()
      ? [`${allowed} are allowed until ${inTokyo(new Date(allowedUntil).toISOString())}.`]
      : []),
    ...customers.map((sub) => `  ${sub}`),
    ...(due > customers.length ? [`  and ${due - customers.length} more`] : []),
  ].join("\n");

export const allowDeletionsOf: ChangingCommand = {
  purpose: "Lets the next runs delete the accounts of that kind that wait, within a day.",
  takes: [deletionKinds.join("|")],
  requires: ["confirm", "reason"],
  async plan([word = ""], { options }) {
    const kind = deletionKinds.find((each) => each === word) ?? "closed";
    const held = await readHeld(kind);
    if (!held)
      throw new CommandRefused(`No deletion of ${kind} accounts waits: see npm run admin -- deletions`);
    if (options.confirm !== String(held.due))
      throw new UsageError(`${held.due} ${kind} accounts wait: --confirm ${held.due} deletes them.`);
    return {
      steps: () => [`Let retention delete ${held.due} ${kind} accounts within a day. There is no way back.`],
      confirmWith: kind,
      async apply() {
        const change = { action: "allowed", kind, due: held.due, ...currentActor() };
        await writeOrRefuse(
          [allowDeletions(kind, held), changeRow("DELETIONS", change)],
          "Another number is due by now: see npm run admin -- deletions",
        );
        return {
          text: `The next run of retention deletes ${held.due} ${kind} accounts.`,
          data: { kind, due: held.due },
        };
      },
    };
  },
};
