import { deliver } from "../mails/deliver.ts";
import { paymentFailedMail } from "../mails/payment-failed-mail.ts";
import { upgradedMail } from "../mails/upgraded-mail.ts";
import { environment } from "../runtime/environment.ts";
import type { Profile } from "../services/customer-profile.ts";
import type { Mail } from "../services/mailer.ts";
import type { MailContent } from "../services/outbox.ts";
import type { Key } from "../services/table.ts";

export type BillingMail = Exclude<MailContent, { template: "licence-key" }>;

export function billingMail(profile: Profile, content: BillingMail): Mail {
  const siteUrl = environment("SITE_URL");
  return content.template === "upgraded"
    ? upgradedMail(profile, content.paymentType, siteUrl)
    : paymentFailedMail(profile, content, siteUrl);
}

/** `outgoing`: the row that the mail was written down in. */
export const deliverBillingMail = (profile: Profile, content: BillingMail, outgoing: Key): Promise<void> =>
  deliver(content.to, billingMail(profile, content), outgoing);
