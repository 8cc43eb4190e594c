import { productName } from "#shared/site/product.ts";
import { buildMail, footer } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

/** After a reset. The account may not be a customer's yet, so the mail addresses the login ID. */
export function passwordChangedMail(loginId: string, siteUrl: string): Mail {
  const text = `ログインID：${loginId} のお客様

${productName.full}をご利用いただき、誠にありがとうございます。
パスワードが再設定されました。安全のため、ログイン中のすべての端末で、新しいパスワードによる再ログインが必要になります。
${siteUrl}/signin

■ お心当たりがない場合
第三者がお客様のアカウントを操作した可能性があります。
ログイン画面の「パスワードをお忘れの方」から、ただちにパスワードを再設定してください。
${siteUrl}/pw/forgot

${footer}`;
  return buildMail("パスワード変更のお知らせ", text);
}
