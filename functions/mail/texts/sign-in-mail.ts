import { productName } from "#shared/site/product.ts";
import { japanTime } from "../japan-time.ts";
import { buildMail, footer } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { SignInMail } from "../outbox.ts";
import { passwordChangedMail } from "./password-changed-mail.ts";
import { signInMethodMail } from "./sign-in-method-mail.ts";

interface NewBrowser {
  loginId: string;
  /** As a person would say it. */
  browser: string;
  /** ISO 8601. */
  at: string;
}

/** Somebody signed in with a browser that was never used before. */
function newBrowserMail({ loginId, browser, at }: NewBrowser, siteUrl: string): Mail {
  const text = `ログインID：${loginId} のお客様

${productName.full}をご利用いただき、誠にありがとうございます。
これまでにご利用のないブラウザーから、ログインがありました。

日時：${japanTime(at)}
ブラウザー：${browser}

■ お客様ご自身のログインの場合
お手続きは不要です。Cookieを削除した場合や、シークレットウィンドウをお使いの場合にも、このメールをお送りします。

■ お心当たりがない場合
第三者がお客様のパスワードを知っている可能性があります。次の2つのお手続きをお願いいたします。
1. ただちにパスワードを再設定してください。ほかの端末はすべてログアウトされます。
   ${siteUrl}/pw/forgot
2. ログイン後、「ログインとセキュリティ」でご利用履歴を確認し、認証アプリを設定してください。
   ${siteUrl}/security

${footer}`;
  return buildMail("新しいブラウザーからのログインのお知らせ", text);
}

/** A mail about signing in: its text needs only its own content. */
export function signInMail(content: SignInMail, siteUrl: string): Mail {
  switch (content.template) {
    case "password-changed":
      return passwordChangedMail(content.loginId, siteUrl);
    case "new-browser":
      return newBrowserMail(content, siteUrl);
    case "passkey-added":
    case "passkey-removed":
    case "passkeys-removed":
    case "authenticator-on":
    case "authenticator-off":
    case "authenticator-reset":
      return signInMethodMail(content, siteUrl);
  }
}
