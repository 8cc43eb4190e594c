/** Salutation and signature of every mail. */

import type { Profile } from "#functions/customer/profile.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { productName } from "#shared/site/product.ts";
import { htmlOf, type Link, type Parts, textOf } from "./layout.ts";
import type { Mail } from "./mailer.ts";
import type { MailContent, MailOf } from "./outbox.ts";
import { safeName } from "./safe-name.ts";

/** The texts of mails to a customer, by template. `siteUrl` is the site's origin. */
export type CustomerMails<Template extends MailContent["template"] = MailContent["template"]> = {
  readonly [Each in Template]: (customer: Profile, content: MailOf<Each>, siteUrl: string) => Mail;
};

export type Recipient = Pick<Profile, "corporateName" | "chargeLastName" | "chargeFirstName">;

export const salutation = ({ corporateName, chargeLastName, chargeFirstName }: Recipient): string =>
  addressed(corporateName, `${chargeLastName} ${chargeFirstName}`);

const withoutSpaces = (name: string): string => name.replace(/\s/g, "");

/** A sole proprietor who is registered under their own name is named once. */
const addressed = (company: string, person: string): string =>
  withoutSpaces(company) === withoutSpaces(person) ? `${person} 様` : `${company}\n${person} 様`;

/** Begins every subject and every SMS with the product's name. */
export const branded = (text: string): string => `【${productName.short}】${text}`;

/** `opening`: salutation and thanks, before the body. */
export function buildMail(subject: string, opening: Parts, body: Parts): Mail {
  const title = branded(subject);
  const content = {
    title,
    name: productName.full,
    opening,
    body: [...body, unanswered],
    signature: signature(),
  };
  return { subject: title, text: textOf(content), html: htmlOf(content) };
}

const unanswered = "このメールは送信専用です。ご返信いただいてもお答えできませんので、ご了承ください。";

/** From the settings `company` and `sellerLines`, as far as they are set. */
function signature(): Parts {
  const contact = optionalEnvironment("CONTACT_URL");
  return [
    productName.full,
    optionalEnvironment("SELLER_NAME"),
    ...(optionalEnvironment("SELLER_LINES")?.split("\n") ?? []),
    contact === undefined ? undefined : { label: "お問い合わせ", link: contact },
  ];
}

/** The signature has the link. */
export const contactUs = "このメールの末尾の「お問い合わせ」からご連絡ください。";

export const signInLink = (siteUrl: string): Link => ({
  label: "ログインページを開く",
  link: `${siteUrl}/signin`,
});

/** `name`: of the product. */
export const thanks = (name: string, what: "ご利用" | "お申し込み" = "ご利用"): string =>
  `${name}${what === "ご利用" ? "を" : "に"}${what}いただき、誠にありがとうございます。`;

export const customerLetter = (recipient: Recipient, subject: string, body: Parts): Mail =>
  buildMail(subject, [salutation(recipient), thanks(productName.short)], body);

export type BillingRecipient = Recipient & Pick<Profile, "billingChargeName" | "customerId">;

/**
 * A mail to a customer's billing contact, who may not be able to sign in, and whose address is not verified.
 */
export function billingLetter(
  { corporateName, billingChargeName, chargeLastName, chargeFirstName, customerId }: BillingRecipient,
  subject: string,
  body: Parts,
): Mail {
  const company = safeName(corporateName);
  return buildMail(
    subject,
    [addressed(company, safeName(billingChargeName)), thanks(productName.short)],
    [
      ...body,
      { heading: "このメールについて" },
      `${company}（お客様番号：${customerId}）の請求先ご担当者として登録されているため、お送りしています。
ご契約のお手続きは、カスタマーポータルにログインできるご担当者（${safeName(`${chargeLastName} ${chargeFirstName}`)} 様）が行えます。`,
    ],
  );
}

/** A mail to an account, which may have no profile: it is addressed by its login ID. */
export const accountLetter = (loginId: string, subject: string, body: Parts): Mail =>
  buildMail(subject, [`${loginId} 様`, thanks(productName.full)], body);
