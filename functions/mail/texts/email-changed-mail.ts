import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

/** The same text for the old and the new address; it contains neither. `siteUrl` is the site's origin. */
export function emailChangedMail(recipient: Recipient, siteUrl: string): Mail {
  const text = `${salutation(recipient)}

${thanks}
ご登録のメールアドレスが変更されました。今後のお知らせは、新しいメールアドレスにお送りいたします。

このメールは、変更前と変更後の両方のメールアドレスにお送りしています。

■ お心当たりがない場合
第三者がお客様のアカウントを操作した可能性があります。
カスタマーポータルにログインしてパスワードを変更し、「ご登録情報の変更」で登録内容をご確認ください。
${siteUrl}/signin

${footer}`;
  return buildMail("メールアドレス変更のお知らせ", text);
}
