import { readCustomer } from "../../customer/customer-table.ts";
import { customerMail } from "../../mail/customer-mail.ts";
import { licenceKeyMail } from "../../mail/licence-key-mail.ts";
import { type Mail, sendMail } from "../../mail/mailer.ts";
import { type OutgoingMail, remove, unclaimedMail } from "../../mail/outbox.ts";
import { passwordChangedMail } from "../../mail/password-changed-mail.ts";
import { open } from "../../platform/kms.ts";
import { claim, release } from "../../platform/lease.ts";
import { environment } from "../../runtime/environment.ts";
import { errorFields, log } from "../../runtime/log.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const most = 25;

export interface Mails {
  sent: number;
  failed: number;
}

export async function sendMails(): Promise<Mails> {
  const outcome = { sent: 0, failed: 0 };
  for await (const mail of unclaimedMail()) {
    if (!(await claim(mail))) continue;
    outcome[await deliver(mail)] += 1;
    if (outcome.sent + outcome.failed >= most) break;
  }
  return outcome;
}

/** Whatever is wrong with one mail must not hold up the others. */
async function deliver(mail: OutgoingMail): Promise<keyof Mails> {
  try {
    await sendMail(mail.to, await textOf(mail));
    await remove(mail);
    return "sent";
  } catch (error) {
    const { customer, attempts } = mail;
    log("error", "mail could not be sent", { customer, attempts, ...errorFields(error) });
    await release(mail, attempts + 1).catch((later: unknown) =>
      log("warn", "its lease has to run out first", errorFields(later)),
    );
    return "failed";
  }
}

async function textOf(mail: OutgoingMail): Promise<Mail> {
  const { customer } = mail;
  const siteUrl = environment("SITE_URL");
  if (mail.template === "password-changed") return passwordChangedMail(mail.loginId, siteUrl);
  const profile = await readCustomer(customer);
  if (!profile) throw new Error(`outbox names a customer without a profile: ${customer}`);
  if (mail.template !== "licence-key") return customerMail(profile, mail);
  // The very key that the sign-up made, never a new one.
  const licenceKey = await open(mail.sealedLicenceKey, { customer, field: "licenceKey" });
  return licenceKeyMail(profile, licenceKey, siteUrl);
}
