/** Mails about a changed e-mail address or phone number. `siteUrl` is the site's origin. */
import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

interface Change {
  subject: string;
  /** Between the greeting and the advice. */
  change: string;
}

function contactChangedMail(recipient: Recipient, { subject, change }: Change, siteUrl: string): Mail {
  const text = `${salutation(recipient)}

${thanks}
${change}

■ お心当たりがない場合
第三者がお客様のアカウントを操作した可能性があります。
カスタマーポータルにログインしてパスワードを変更し、「ご登録情報の変更」で登録内容をご確認ください。
${siteUrl}/signin

${footer}`;
  return buildMail(subject, text);
}

/** The same text for the old and the new address; it contains neither. */
export const emailChangedMail = (recipient: Recipient, siteUrl: string): Mail =>
  contactChangedMail(
    recipient,
    {
      subject: "メールアドレス変更のお知らせ",
      change: `ご登録のメールアドレスが変更されました。今後のお知らせは、新しいメールアドレスにお送りいたします。

このメールは、変更前と変更後の両方のメールアドレスにお送りしています。`,
    },
    siteUrl,
  );

/** `lastDigits`: the last four digits of the new number. */
export const phoneChangedMail = (recipient: Recipient, lastDigits: string, siteUrl: string): Mail =>
  contactChangedMail(
    recipient,
    {
      subject: "携帯電話番号変更のお知らせ",
      change: `ご担当者の携帯電話番号が変更されました。

新しい電話番号：***-****-${lastDigits}`,
    },
    siteUrl,
  );
