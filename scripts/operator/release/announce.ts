/**
 * `npm run release -- announce`: one mail of a release to each customer who wants service information. The command
 * writes the announcement; the job `announce` sends it. A second run continues, and mails nobody twice.
 */
import { releaseMail } from "#functions/mail/texts/release-mail.ts";
import type { Update } from "#functions/platform/table.ts";
import {
  type Announcement,
  announcedKey,
  announcementKey,
  readAnnouncement,
} from "#functions/releases/announcement-table.ts";
import { readRelease, releasePartition } from "#functions/releases/release-table.ts";
import { retryDeadLetter } from "#functions/tasks/dead-letter.ts";
import { changeRow, currentActor } from "../audit.ts";
import {
  type ChangingCommand,
  type CommandContext,
  CommandRefused,
  type Plan,
  type Result,
} from "../command.ts";
import { scanPages, writeOrRefuse } from "../rows.ts";
import { describeProgress, failedMails, watch } from "./announcement-progress.ts";
import { anyFileType, toFileType } from "./commands.ts";
import { notesAsText } from "./notes.ts";
import type { ReleaseChange } from "./release-table.ts";

export const announce: ChangingCommand = {
  purpose:
    "Mails a release to the customers who want service information, each once. Run again it goes on; --watch says how far it is, --stop ends the sending.",
  takes: [anyFileType, "version"],
  allows: ["stop", "watch"],
  async plan([type = "", version = ""], context) {
    const released = await releasedVersion(toFileType(type), version, context);
    if (context.options.stop) return planStop(released);
    if (context.options.watch)
      return { steps: () => ["Say how far the announcement is."], apply: () => watch(released) };
    return {
      steps: () => describePlan(released),
      confirmWith: version,
      apply: () => start(released, context),
    };
  },
};

type Released = Pick<Announcement, "fileType" | "version" | "text">;

async function releasedVersion(
  fileType: Released["fileType"],
  version: string,
  context: CommandContext,
): Promise<Released> {
  const release = await readRelease(fileType, version);
  if (!release) throw new CommandRefused(`${fileType} ${version} was never published.`);
  if (release.withdrawnAt !== undefined && !context.options.stop)
    throw new CommandRefused(`${fileType} ${version} was rolled back: customers cannot download it.`);
  return { fileType, version, text: notesAsText(release.notes ?? "") };
}

async function describePlan(released: Released): Promise<string[]> {
  const { announced, remaining } = await countCustomers(released);
  const sample = { corporateName: "（会社名）", chargeLastName: "（姓）", chargeFirstName: "（名）" };
  const { subject, text } = releaseMail(sample, released, "token", "https://site");
  return [
    `Mail ${remaining} customers; ${announced} were told before.`,
    `The mail:\n\n${subject}\n\n${text}`,
  ];
}

/**
 * Of the customers who want service information. A scan returns the rows of a customer by sort key, ANNOUNCED before
 * PROFILE.
 */
async function countCustomers(released: Released): Promise<{ announced: number; remaining: number }> {
  const filter =
    "sk = :announced OR (sk = :profile AND attribute_not_exists(closedAt) AND optInServiceInfo = :yes)";
  const announcedSort = announcedKey("", released).sk;
  let [announced, remaining, lastAnnounced] = [0, 0, ""];
  const values = { ":announced": announcedSort, ":profile": "PROFILE", ":yes": true };
  for await (const rows of scanPages(filter, values)) {
    for (const { pk, sk } of rows) {
      if (sk === announcedSort) lastAnnounced = pk;
      else if (pk === lastAnnounced) announced += 1;
      else remaining += 1;
    }
    console.error(`${announced + remaining} customers so far`);
  }
  return { announced, remaining };
}

async function start(released: Released, context: CommandContext): Promise<Result> {
  const { fileType, version, text } = released;
  const before = await readAnnouncement(released);
  // One that has ended begins again, for customers who signed up since.
  const again = before?.endedAt === undefined ? {} : { endedAt: null, isRead: null, lastRow: null };
  const startedAt = before?.startedAt ?? new Date().toISOString();
  const update: Update = {
    update: announcementKey(released),
    creates: true,
    set: { fileType, version, text, startedAt, stoppedAt: null, ...again },
    setOnce: { lockedUntil: 0 },
  };
  await writeOrRefuse([update, audit("announced", released)]);
  const retried = await retryFailed(released);
  const sentBefore = before?.sent ?? 0;
  return {
    text: `The job "announce" begins to send it within 5 minutes: ${sentBefore} customers have it already, ${retried} mails that SES refused are tried again.
Now: ${context.runNow("announce")}
How far it is: npm run release -- announce ${fileType} ${version} --watch`,
    data: { fileType, version, started: true, sentBefore, retried },
  };
}

/** A second run implies that the operator has handled SES's refusals. */
async function retryFailed(released: Released): Promise<number> {
  const failed = await failedMails(released);
  for (const mail of failed) {
    const one = { update: announcementKey(released), add: { failed: -1 } };
    await writeOrRefuse([retryDeadLetter(mail), one]);
  }
  return failed.length;
}

async function planStop({ fileType, version }: Released): Promise<Plan> {
  const refusal = `${fileType} ${version} was never announced.`;
  const announcement = await readAnnouncement({ fileType, version });
  if (!announcement) throw new CommandRefused(refusal);
  return {
    steps: () => [`Stop the mails of ${fileType} ${version}. ${describeProgress(announcement)}`],
    async apply() {
      const update = {
        update: announcementKey({ fileType, version }),
        set: { stoppedAt: new Date().toISOString() },
      };
      const change = audit("announcement-stopped", { fileType, version });
      await writeOrRefuse([update, change], refusal);
      const text = `Stopped. ${describeProgress(announcement)} To go on: npm run release -- announce ${fileType} ${version}`;
      return { text, data: { fileType, version, stopped: true, sent: announcement.sent } };
    },
  };
}

const audit = (
  action: ReleaseChange["action"],
  { fileType, version }: Pick<Released, "fileType" | "version">,
) => changeRow(releasePartition(fileType), { action, version, operator: currentActor().operator });
