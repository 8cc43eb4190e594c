/** Greeting, footer and HTML of every mail. */

import type { Profile } from "#functions/customer/profile.ts";
import { escapeHtml } from "#functions/platform/escape-html.ts";
import { productName } from "#shared/site/product.ts";
import type { Mail } from "./mailer.ts";
import type { MailContent, MailOf } from "./outbox.ts";

/** The texts of mails to a customer, by template. `siteUrl` is the site's origin. */
export type CustomerMails<Template extends MailContent["template"] = MailContent["template"]> = {
  readonly [Each in Template]: (customer: Profile, content: MailOf<Each>, siteUrl: string) => Mail;
};

export type Recipient = Pick<Profile, "corporateName" | "chargeLastName" | "chargeFirstName">;

export const salutation = ({ corporateName, chargeLastName, chargeFirstName }: Recipient): string =>
  `${corporateName}\n${chargeLastName} ${chargeFirstName} 様`;

export const footer = `このメールは送信専用です。ご返信いただいてもお答えできませんので、ご了承ください。

${productName.full}
`;

/** The beginning of every subject and every SMS. */
export const branded = (text: string): string => `【${productName.short}】${text}`;

export const buildMail = (subject: string, text: string): Mail => ({
  subject: branded(subject),
  text,
  html: toHtml(text),
});

/** To a customer. */
export const customerLetter = (recipient: Recipient, subject: string, body: string): Mail =>
  buildMail(
    subject,
    `${salutation(recipient)}

${productName.short}をご利用いただき、誠にありがとうございます。
${body}

${footer}`,
  );

export type BillingRecipient = Recipient & Pick<Profile, "billingChargeName">;

/** To a customer's billing contact, who may not be able to sign in. */
export const billingLetter = (
  { corporateName, billingChargeName, chargeLastName, chargeFirstName }: BillingRecipient,
  subject: string,
  body: string,
): Mail =>
  buildMail(
    subject,
    `${corporateName}
${billingChargeName} 様

${productName.short}をご利用いただき、誠にありがとうございます。
${body}

■ このメールについて
${corporateName}の請求先ご担当者として登録されているため、お送りしています。
ご契約のお手続きは、カスタマーポータルにログインできるご担当者（${chargeLastName} ${chargeFirstName} 様）が行えます。

${footer}`,
  );

/** To an account, which may not be a customer's yet: it is addressed by its login ID. */
export const accountLetter = (loginId: string, subject: string, body: string): Mail =>
  buildMail(
    subject,
    `ログインID：${loginId} のお客様

${productName.full}をご利用いただき、誠にありがとうございます。
${body}

${footer}`,
  );

const toHtml = (text: string): string => `<!doctype html>
<html lang="ja">
<body style="font-family: sans-serif; line-height: 1.8; white-space: pre-wrap">${escapeHtml(text)}</body>
</html>`;
