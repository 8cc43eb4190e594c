import { readCustomer } from "#functions/customer/profile.ts";
import { sendMail } from "#functions/mail/mailer.ts";
import { releaseMail } from "#functions/mail/texts/release-mail.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { deleteItem } from "#functions/platform/table.ts";
import {
  type Announcement,
  type AnnouncementMail,
  readAnnouncement,
  updateClaimed,
  waitingMails,
} from "#functions/releases/announcement-table.ts";
import { isServiceDown } from "#functions/runtime/aws-errors.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { permanentCodeOf } from "#functions/runtime/permanent-error.ts";
import { deadLetter } from "#functions/tasks/dead-letter.ts";
import { isDue, leased } from "#functions/tasks/task.ts";
import { hourMs } from "#shared/durations.ts";
import type { MailBudget } from "./mail-budget.ts";

export interface SendOutcome {
  sent: number;
  unwanted: number;
  failed: number;
  /** Announcements whose last customer was reached. */
  ended: number;
}

export interface AnnouncementRun {
  budget: MailBudget;
  /** The end of the run's time, as `performance.now()`. */
  until: number;
  outcome: SendOutcome;
}

type Delivery = "sent" | "unwanted" | "failed" | "later" | "down" | "refusesAll";

/**
 * Errors with which SES refuses all mail, not this one. Source:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
const refusesAll = new Set([
  "AccountSuspendedException",
  "LimitExceededException",
  "MailFromDomainNotVerifiedException",
  "SendingPausedException",
  "TooManyRequestsException",
]);
/**
 * Attempts at a mail before it is a dead letter. An announcement ends even if some mails are dead letters.
 */
const mostAttempts = 5;
/** Longest pause after a failure: an outage of SES does not delay a mail by a day. */
const longestWaitMs = hourMs;

/** Sends the due mails. Returns undefined if none is left, otherwise why the rest waits. */
export async function sendWaiting(
  announcement: Announcement,
  { budget, until, outcome }: AnnouncementRun,
): Promise<"time" | "quota" | "ses" | "stopped" | undefined> {
  if (budget.isPaused) return "ses";
  const due = (await waitingMails(announcement)).filter((mail) => isDue(mail) && mail.failedAt === undefined);
  for (let first = 0; first < due.length; ) {
    const mails = due.slice(first, first + Math.min(budget.batch, budget.left));
    if (mails.length === 0) return "quota";
    if (performance.now() > until) return "time";
    await budget.waitFor(mails.length);
    if ((await readAnnouncement(announcement))?.stoppedAt !== undefined) return "stopped";
    const deliveries = await Promise.all(mails.map((mail) => deliver(mail, announcement)));
    await count(announcement, deliveries, outcome);
    budget.left -= deliveries.filter((each) => each !== "unwanted").length;
    if (deliveries.includes("refusesAll") || deliveries.every((each) => each === "down")) return "ses";
    first += mails.length;
  }
  return undefined;
}

async function count(
  announcement: Announcement,
  deliveries: readonly Delivery[],
  outcome: SendOutcome,
): Promise<void> {
  const times = (delivery: Delivery) => deliveries.filter((each) => each === delivery).length;
  const [sent, unwanted, failed] = [times("sent"), times("unwanted"), times("failed")];
  outcome.sent += sent;
  outcome.unwanted += unwanted;
  outcome.failed += failed;
  await updateClaimed(announcement, { add: { sent, unwanted, failed } });
}

/** Sends one mail. Does not throw: a failing mail must not delay the others. */
async function deliver(mail: AnnouncementMail, announcement: Announcement): Promise<Delivery> {
  try {
    const work = async (): Promise<Delivery> => {
      const delivery = await sendUnlessUnwanted(mail, announcement);
      await deleteItem(mail);
      return delivery;
    };
    return (await leased(mail, work, longestWaitMs)) ?? "later";
  } catch (error) {
    const { customer, attempts } = mail;
    log("error", "announcement could not be sent", { customer, attempts, ...errorFields(error) });
    // `leased` has made it a dead letter.
    if (permanentCodeOf(error) !== undefined) return "failed";
    const name = error instanceof Error ? error.name : typeof error;
    if (refusesAll.has(name)) return "refusesAll";
    if (isServiceDown(error)) return "down";
    if (attempts + 1 < mostAttempts) return "later";
    await deadLetter(mail, name);
    return "failed";
  }
}

/** Skips customers who unsubscribed or closed the account since the row was written. */
async function sendUnlessUnwanted(
  { customer }: AnnouncementMail,
  announcement: Announcement,
): Promise<Delivery> {
  const profile = await readCustomer(customer);
  if (!profile?.optInServiceInfo || profile.closedAt !== undefined) return "unwanted";
  const token = await unsubscribeToken(customer);
  await sendMail(profile.email, releaseMail(profile, announcement, token, environment("SITE_URL")));
  return "sent";
}
