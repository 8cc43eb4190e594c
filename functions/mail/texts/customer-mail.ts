import type { Profile } from "#functions/customer/profile.ts";
import type { Put } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import type { CustomerMails } from "../mail-text.ts";
import { deliver, type Mail } from "../mailer.ts";
import { type MailOf, newMail } from "../outbox.ts";
import { accountMails } from "./account-mail.ts";
import { contractMails } from "./contract-mail.ts";
import { paymentMails } from "./payment-mail.ts";
import { refundMails } from "./refund-mail.ts";

const ours = { ...accountMails, ...contractMails, ...paymentMails, ...refundMails };
type Template = keyof typeof ours;
const mails: CustomerMails<Template> = ours;

/** A mail whose text needs only the customer's profile and the mail's content. */
export type CustomerMail = MailOf<Template>;

export function customerMail<Each extends Template>(profile: Profile, content: MailOf<Each>): Mail {
  const { template }: { template: Each } = content;
  return mails[template](profile, content, environment("SITE_URL"));
}

interface PreparedMail {
  row: Put;
  send(profile: Profile): Promise<void>;
}

/**
 * Returns a mail's `row`, to write together with the change that it reports, and `send`, to call after the
 * write.
 */
export function prepareMail(content: CustomerMail): PreparedMail {
  const row = newMail(content);
  return { row, send: (profile) => deliver(content.to, customerMail(profile, content), row.put) };
}
