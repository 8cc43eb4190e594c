import { ignoreErased, type Key, scanPage, tryTransactWrite } from "#functions/platform/table.ts";
import {
  type Announcement,
  claimAnnouncement,
  newAnnouncementMail,
  unfinishedAnnouncements,
  updateClaimed,
  waitingMails,
} from "#functions/releases/announcement-table.ts";
import type { MailBudget } from "./mail-budget.ts";
import { type AnnouncementRun, type SendOutcome, sendWaiting } from "./send-waiting.ts";

/** Time of one run, within Lambda's timeout; the next run continues. */
const timeMs = 240_000;
/** Rows that one scan reads; a customer has about ten. */
const rowsAtOnce = 1000;
const writesAtOnce = 25;

/** The reason for which a run stops sending an announcement. */
type End = "time" | "quota" | "ses" | "stopped" | "retries" | "ended";
const endsRun: readonly End[] = ["time", "quota", "ses"];

/** Sends announcements, oldest first; a lease allows one run. */
export async function sendAnnouncements(
  readBudget: () => Promise<MailBudget>,
  longestMs = timeMs,
): Promise<SendOutcome> {
  const outcome: SendOutcome = { sent: 0, unwanted: 0, failed: 0, ended: 0 };
  const announcements = await unfinishedAnnouncements();
  if (announcements.length === 0) return outcome;
  const run: AnnouncementRun = { budget: await readBudget(), until: performance.now() + longestMs, outcome };
  for (const each of announcements) {
    const announcement = await claimAnnouncement(each);
    if (!announcement || endsRun.includes(await sendUnderLease(announcement, run))) break;
  }
  return outcome;
}

async function sendUnderLease(announcement: Announcement, run: AnnouncementRun): Promise<End> {
  let end: End = "time";
  try {
    end = await continueSending(announcement, run);
    if (end === "ended") run.outcome.ended += 1;
  } finally {
    await releaseAnnouncement(announcement, end);
  }
  return end;
}

/**
 * Queues the mails of one page of customers, sends them, and repeats. `lastRow` is stored after each page: a
 * run that stops early loses no customer, and a customer who is queued twice gets one mail.
 */
async function continueSending(announcement: Announcement, run: AnnouncementRun): Promise<End> {
  let next: Key | "none" | undefined = announcement.isRead ? "none" : announcement.lastRow;
  for (;;) {
    const end = await sendWaiting(announcement, run);
    if (end) return end;
    if (next === "none") return (await isAnyWaiting(announcement)) ? "retries" : "ended";
    if (performance.now() > run.until) return "time";
    const { queued, lastRow } = await queueNextMails(announcement, next);
    const isOurs = await updateClaimed(announcement, {
      set: lastRow ? { lastRow } : { isRead: true, lastRow: null },
      add: { queued },
    });
    if (!isOurs) return "stopped";
    next = lastRow ?? "none";
  }
}

/**
 * Queues a mail for each customer among the rows after `after` who wants service information and has no mail
 * of that release yet. `lastRow`: where the next page starts; undefined at the end of the table.
 */
async function queueNextMails(
  announcement: Announcement,
  after: Key | undefined,
): Promise<{ queued: number; lastRow: Key | undefined }> {
  const { items, lastRow } = await scanPage({
    filter: "sk = :profile AND attribute_not_exists(closedAt) AND optInServiceInfo = :yes",
    values: { ":profile": "PROFILE", ":yes": true },
    attributes: ["pk", "sk", "closedAt", "optInServiceInfo"],
    limit: rowsAtOnce,
    after,
  });
  const customers = items.map(({ pk }) => pk.replace("CUSTOMER#", ""));
  let queued = 0;
  for (let first = 0; first < customers.length; first += writesAtOnce) {
    const some = customers.slice(first, first + writesAtOnce);
    const areNew = await Promise.all(some.map((customer) => queueMail(customer, announcement)));
    queued += areNew.filter(Boolean).length;
  }
  return { queued, lastRow };
}

/** Returns false for a customer who has the mail already or was erased. */
async function queueMail(customer: string, announcement: Announcement): Promise<boolean> {
  let isNew = false;
  await ignoreErased(async () => {
    isNew = await tryTransactWrite(newAnnouncementMail(customer, announcement));
  });
  return isNew;
}

const isAnyWaiting = async (announcement: Announcement): Promise<boolean> =>
  (await waitingMails(announcement)).some(({ failedAt }) => failedAt === undefined);

/** Releases the lease, and stores why the rest waits, for the command's `--watch`. */
async function releaseAnnouncement(announcement: Announcement, end: End): Promise<void> {
  const state =
    end === "ended"
      ? { endedAt: new Date().toISOString() }
      : end === "quota" || end === "ses"
        ? { waitsFor: end }
        : {};
  await updateClaimed(announcement, { set: { lockedUntil: 0, ...state } });
}
