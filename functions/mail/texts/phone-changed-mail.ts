import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

/** `lastDigits`: the last four digits of the new number. `siteUrl` is the site's origin. */
export function phoneChangedMail(recipient: Recipient, lastDigits: string, siteUrl: string): Mail {
  const text = `${salutation(recipient)}

${thanks}
ご担当者の携帯電話番号が変更されました。

新しい電話番号：***-****-${lastDigits}

■ お心当たりがない場合
第三者がお客様のアカウントを操作した可能性があります。
カスタマーポータルにログインしてパスワードを変更し、「ご登録情報の変更」で登録内容をご確認ください。
${siteUrl}/signin

${footer}`;
  return buildMail("携帯電話番号変更のお知らせ", text);
}
