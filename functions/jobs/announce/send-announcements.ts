import type { Key } from "#functions/platform/table.ts";
import {
  type Announcement,
  claimAnnouncement,
  unfinishedAnnouncements,
  updateClaimed,
  waitingMails,
} from "#functions/releases/announcement-table.ts";
import type { MailBudget } from "./mail-budget.ts";
import { type Outcome, type Run, sendWaiting } from "./send-waiting.ts";
import { writeDownNext } from "./write-down.ts";

/** Of one run, within Lambda's timeout; the next one goes on. */
const timeMs = 240_000;

/** Why a run leaves an announcement. */
type End = "time" | "quota" | "ses" | "stopped" | "retries" | "ended";
const endsRun: readonly End[] = ["time", "quota", "ses"];

/** Sends the announcements, the one that began first at the beginning. One run sends at a time: another one finds it leased and ends. */
export async function sendAnnouncements(
  readBudget: () => Promise<MailBudget>,
  longestMs = timeMs,
): Promise<Outcome> {
  const outcome: Outcome = { sent: 0, unwanted: 0, failed: 0, ended: 0 };
  const announcements = await unfinishedAnnouncements();
  if (announcements.length === 0) return outcome;
  const run: Run = { budget: await readBudget(), until: performance.now() + longestMs, outcome };
  for (const each of announcements) {
    const announcement = await claimAnnouncement(each);
    if (!announcement || endsRun.includes(await sendUnderLease(announcement, run))) break;
  }
  return outcome;
}

async function sendUnderLease(announcement: Announcement, run: Run): Promise<End> {
  let end: End = "time";
  try {
    end = await goOn(announcement, run);
    if (end === "ended") run.outcome.ended += 1;
  } finally {
    await giveBack(announcement, end);
  }
  return end;
}

/**
 * Writes down a page of customers, sends what is written down, and so on. `lastRow` follows the rows, so that a run that breaks
 * off loses nobody; who is written down again was told before.
 */
async function goOn(announcement: Announcement, run: Run): Promise<End> {
  let next: Key | "none" | undefined = announcement.isRead ? "none" : announcement.lastRow;
  for (;;) {
    const end = await sendWaiting(announcement, run);
    if (end) return end;
    if (next === "none") return (await isAnyWaiting(announcement)) ? "retries" : "ended";
    if (performance.now() > run.until) return "time";
    const { told, lastRow } = await writeDownNext(announcement, next);
    const isOurs = await updateClaimed(announcement, {
      set: lastRow ? { lastRow } : { isRead: true, lastRow: null },
      add: { told },
    });
    if (!isOurs) return "stopped";
    next = lastRow ?? "none";
  }
}

const isAnyWaiting = async (announcement: Announcement): Promise<boolean> =>
  (await waitingMails(announcement)).some(({ failedAt }) => failedAt === undefined);

/** Ends the lease, and says for the command's `--watch` why the rest waits. */
async function giveBack(announcement: Announcement, end: End): Promise<void> {
  const state =
    end === "ended"
      ? { endedAt: new Date().toISOString() }
      : end === "quota" || end === "ses"
        ? { waitsFor: end }
        : {};
  await updateClaimed(announcement, { set: { leaseUntil: 0, ...state } });
}
