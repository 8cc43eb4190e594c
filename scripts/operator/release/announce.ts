/**
 * `npm run release -- announce`: one mail of a release to each customer who wants service information. The command writes down
 * who is to be told; the reconciler sends. Broken off and run again it goes on, and tells nobody twice.
 */
import { randomUUID } from "node:crypto";
import { releaseMail } from "#functions/mail/texts/release-mail.ts";
import {
  type Announcement,
  announcementKey,
  announcementMails,
  newAnnouncementMail,
} from "#functions/releases/announcement-table.ts";
import { releasePartition } from "#functions/releases/release-table.ts";
import {
  type ChangingCommand,
  type CommandContext,
  CommandRefused,
  type Plan,
  type Result,
} from "../command.ts";
import { readPartition, readRow, scanPages, writeIfNew, writeTogether } from "../table.ts";
import { anyFileType, storeOf, toFileType } from "./commands.ts";
import { notesAsText } from "./notes.ts";
import { type ReleaseChange, readVersion } from "./release-table.ts";

export const announce: ChangingCommand = {
  purpose:
    "Mails a release to the customers who want service information, each once. Run again it goes on; --stop ends the sending.",
  takes: [anyFileType, "version"],
  allows: ["stop"],
  async plan([type = "", version = ""], context) {
    const announcement = await announcementOf(toFileType(type), version, context);
    if (context.options.stop) return planStop(announcement, context);
    return {
      steps: () => describePlan(announcement, context),
      confirmWith: version,
      async apply() {
        await start(announcement, context);
        return writeMails(announcement, context);
      },
    };
  },
};

type Released = Omit<Announcement, "stoppedAt">;

async function announcementOf(
  fileType: Released["fileType"],
  version: string,
  context: CommandContext,
): Promise<Released> {
  const release = await readVersion(storeOf(context), fileType, version);
  if (!release) throw new CommandRefused(`${fileType} ${version} was never published.`);
  if (release.withdrawnAt !== undefined)
    throw new CommandRefused(`${fileType} ${version} was rolled back: customers cannot download it.`);
  return { fileType, version, text: notesAsText(release.notes ?? "") };
}

/** Of the customers who want service information, page by page. */
async function* customersToTell(context: CommandContext): AsyncGenerator<string[]> {
  const filter =
    "sk = :profile AND attribute_not_exists(closedAt) AND (attribute_not_exists(optInServiceInfo) OR optInServiceInfo = :yes)";
  for await (const rows of scanPages(context, filter, { ":profile": "PROFILE", ":yes": true }))
    yield rows.map(({ pk }) => pk.replace("CUSTOMER#", ""));
}

async function describePlan(announcement: Released, context: CommandContext): Promise<string[]> {
  let [told, toTell] = [0, 0];
  for await (const customers of customersToTell(context)) {
    for (const customer of customers) {
      const [{ put }] = newAnnouncementMail(customer, announcement);
      if (await readRow(context, { pk: put.pk, sk: put.sk })) told += 1;
      else toTell += 1;
    }
  }
  const sample = { corporateName: "（会社名）", chargeLastName: "（姓）", chargeFirstName: "（名）" };
  const { subject, text } = releaseMail(sample, announcement, "token", "https://site");
  return [`Mail ${toTell} customers; ${told} were told before.`, `The mail:\n\n${subject}\n\n${text}`];
}

async function start(announcement: Released, context: CommandContext): Promise<void> {
  await writeTogether(context, [
    { put: { ...announcementKey(announcement.fileType, announcement.version), ...announcement } },
    audit("announced", announcement, context),
  ]);
}

async function planStop({ fileType, version }: Released, context: CommandContext): Promise<Plan> {
  const refusal = `${fileType} ${version} was never announced.`;
  if (!(await readRow(context, announcementKey(fileType, version)))) throw new CommandRefused(refusal);
  const rows = await readPartition(context, announcementMails);
  const waiting = rows.filter(({ sk }) => sk.startsWith(`${fileType}#${version}#`)).length;
  return {
    steps: () => [`Stop the mails of ${fileType} ${version}: ${waiting} wait.`],
    async apply() {
      const update = {
        update: announcementKey(fileType, version),
        expression: "SET stoppedAt = :now",
        condition: "attribute_exists(pk)",
        values: { ":now": new Date().toISOString() },
      };
      const change = audit("announcement-stopped", { fileType, version }, context);
      await writeTogether(context, [update, change], refusal);
      const text = `Stopped: ${waiting} mails wait. To go on: npm run release -- announce ${fileType} ${version}`;
      return { text, data: { fileType, version, stopped: true, waiting } };
    },
  };
}

const audit = (
  action: ReleaseChange["action"],
  { fileType, version }: Pick<Released, "fileType" | "version">,
  { operator }: CommandContext,
) => {
  const at = new Date().toISOString();
  const change: ReleaseChange = { at, action, version, operator };
  return { put: { pk: releasePartition(fileType), sk: `AUDIT#${at}#${randomUUID()}`, ...change } };
};

const atOnce = 10;

async function writeMails(announcement: Released, context: CommandContext): Promise<Result> {
  let [written, before] = [0, 0];
  for await (const customers of customersToTell(context)) {
    for (let first = 0; first < customers.length; first += atOnce) {
      const some = customers.slice(first, first + atOnce);
      const areNew = await Promise.all(
        some.map((customer) => writeIfNew(context, newAnnouncementMail(customer, announcement))),
      );
      written += areNew.filter(Boolean).length;
      before += areNew.filter((isNew) => !isNew).length;
    }
    console.error(`${written + before} customers so far`);
  }
  const { fileType, version } = announcement;
  return {
    text: `${written} mails wait for the next run of the reconciler; ${before} customers were told before. Now: ${context.reconcileNow}`,
    data: { fileType, version, written, toldBefore: before },
  };
}
