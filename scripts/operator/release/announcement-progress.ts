/** An announcement's progress: the job `announce` writes it to the announcement's row. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Announcement,
  type AnnouncementMail,
  readAnnouncement,
  waitingMails,
} from "#functions/releases/announcement-table.ts";
import { CommandRefused, type Result } from "../command.ts";

type Release = Pick<Announcement, "fileType" | "version">;

/** The mails that SES refused for good. */
export const failedMails = async (release: Release): Promise<AnnouncementMail[]> =>
  (await waitingMails(release)).filter(({ failedAt }) => failedAt !== undefined);

/** One sentence or two. */
export function describeProgress(announcement: Announcement): string {
  const { sent, unwanted, failed } = announcement;
  const counts = `${sent} sent, ${unwanted} no longer wanted, ${failed} refused by SES.`;
  return `${counts} ${stateOf(announcement)}`.trim();
}

function stateOf({ stoppedAt, endedAt, waitsFor, isRead, lockedUntil }: Announcement): string {
  if (stoppedAt !== undefined) return `Stopped at ${stoppedAt}.`;
  if (endedAt !== undefined) return `Ended at ${endedAt}.`;
  if (waitsFor === "quota") return "The rest waits until SES's share for 24 hours has room again.";
  if (waitsFor === "ses") return "SES takes no mail now; the next run tries again.";
  if (lockedUntil <= Date.now()) return "The next run goes on within 5 minutes.";
  return isRead ? "The last mails go out." : "";
}

const pollMs = 2000;

/** Prints each change until it has ended or is stopped. */
export async function watch(release: Release): Promise<Result> {
  let printed = "";
  for (;;) {
    const announcement = await readAnnouncement(release);
    if (!announcement)
      throw new CommandRefused(`${release.fileType} ${release.version} was never announced.`);
    const { fileType, version, sent, unwanted, failed, waitsFor, stoppedAt, endedAt } = announcement;
    const text = describeProgress(announcement);
    if (stoppedAt !== undefined || endedAt !== undefined)
      return { text, data: { fileType, version, sent, unwanted, failed, waitsFor, stoppedAt, endedAt } };
    if (text !== printed) console.error(text);
    printed = text;
    await sleep(pollMs);
  }
}
