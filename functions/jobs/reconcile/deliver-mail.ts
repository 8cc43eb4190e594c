import { invoiceCopyMail } from "#functions/billing/invoices/invoice-copy.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { readKey } from "#functions/licence-key/licence-key-table.ts";
import { decryptKey } from "#functions/licence-key/own-key.ts";
import { type Mail, sendMail } from "#functions/mail/mailer.ts";
import { type OutgoingMail, writtenAt } from "#functions/mail/outbox.ts";
import { accountMails } from "#functions/mail/texts/account-mail.ts";
import { customerMail } from "#functions/mail/texts/customer-mail.ts";
import { keyMails } from "#functions/mail/texts/licence-key-mail.ts";
import { signInMail } from "#functions/mail/texts/sign-in-mail.ts";
import { environment } from "#functions/runtime/environment.ts";
import { hourMs } from "#shared/durations.ts";

export async function deliverMail(mail: OutgoingMail): Promise<"done"> {
  const text = await textOf(mail);
  if (text) await sendMail(mail.to, text);
  return "done";
}

/** A customer waits for the licence key: every run tries in the first hour, then one run per hour. */
export const longestWaitMs = (mail: OutgoingMail): number =>
  Date.now() - writtenAt(mail) < hourMs ? 3 * 60_000 : hourMs;

/**
 * Returns undefined for an obsolete mail: with a licence key that was replaced, of an invoice that needs no
 * copy any more, or to a customer who was erased.
 */
async function textOf(mail: OutgoingMail): Promise<Mail | undefined> {
  const { customer } = mail;
  const siteUrl = environment("SITE_URL");
  if ("loginId" in mail) return signInMail(mail, siteUrl);
  if (mail.template === "account-erased") return accountMails["account-erased"]();
  const profile = await readCustomer(customer);
  if (mail.template === "account-closed") return accountMails["account-closed"](profile, mail);
  if (!profile) return undefined;
  if (mail.template === "invoice-copy") return invoiceCopyMail(profile, mail);
  if (!("encryptedLicenceKey" in mail)) return customerMail(profile, mail);
  const { template, encryptedLicenceKey } = mail;
  if ((await readKey(customer))?.licenceKey !== encryptedLicenceKey) return undefined;
  const licenceKey = await decryptKey(customer, encryptedLicenceKey);
  return keyMails[template](profile, licenceKey, siteUrl);
}
