import { setTimeout as sleep } from "node:timers/promises";
import { readCustomer } from "#functions/customer/customer-table.ts";
import { sendMail } from "#functions/mail/mailer.ts";
import { releaseMail } from "#functions/mail/texts/release-mail.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { leased } from "#functions/platform/lease.ts";
import { deleteItem } from "#functions/platform/table.ts";
import {
  type AnnouncementMail,
  parseAnnouncementMail,
  readAnnouncement,
  unleasedAnnouncementMails,
} from "#functions/releases/announcement-table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";

/** Of one run; the next one, minutes later, goes on. */
const timeMs = 120_000;
/** At most ten a second: the account's rate at SES is left to the mail that somebody waits for. */
const pauseMs = 100;

/** Sends waiting announcements one after the other. Returns how many were sent. */
export async function sendAnnouncements(): Promise<number> {
  let sent = 0;
  const until = performance.now() + timeMs;
  for await (const item of unleasedAnnouncementMails()) {
    if (performance.now() > until) break;
    const mail = parseAnnouncementMail(item);
    if (await isStopped(mail)) continue;
    const [wasSent] = await Promise.all([deliver(mail), sleep(pauseMs)]);
    if (wasSent) sent += 1;
  }
  return sent;
}

const isStopped = async ({ fileType, version }: AnnouncementMail): Promise<boolean> =>
  (await readAnnouncement(fileType, version))?.stoppedAt !== undefined;

/** Whatever is wrong with one must not hold up the others. */
async function deliver(mail: AnnouncementMail): Promise<boolean> {
  try {
    const wasSent = await leased(mail, async () => {
      const isWanted = await sendUnlessUnwanted(mail);
      await deleteItem(mail);
      return isWanted;
    });
    return wasSent === true;
  } catch (error) {
    const { customer, attempts } = mail;
    log("error", "announcement could not be sent", { customer, attempts, ...errorFields(error) });
    return false;
  }
}

/** Not to whoever has unsubscribed, or left, since the row was written. */
async function sendUnlessUnwanted({ customer, fileType, version }: AnnouncementMail): Promise<boolean> {
  const [profile, announcement] = await Promise.all([
    readCustomer(customer),
    readAnnouncement(fileType, version),
  ]);
  if (!profile?.optInServiceInfo || profile.closedAt !== undefined || !announcement) return false;
  const token = await unsubscribeToken(customer);
  await sendMail(profile.email, releaseMail(profile, announcement, token, environment("SITE_URL")));
  return true;
}
