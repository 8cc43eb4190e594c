import { productName } from "#shared/site/product.ts";
import { japanTime } from "../japan-time.ts";
import { buildMail, footer } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { SignInMail } from "../outbox.ts";

type SignInMethodMail = Extract<SignInMail, { template: `${"passkey" | "authenticator"}${string}` }>;

const changes = {
  "passkey-added": {
    subject: "パスキー追加のお知らせ",
    what: "ログイン用のパスキーが追加されました。今後は、このパスキーでもログインしていただけます。",
  },
  "passkey-removed": {
    subject: "パスキー削除のお知らせ",
    what: "ログイン用のパスキーが削除されました。削除したパスキーではログインできません。",
  },
  "passkeys-removed": {
    subject: "パスキー削除とパスワード再設定のお願い",
    what: `サポート担当者が、ご登録のすべてのパスキーを削除しました。
安全のため、これまでのパスワードも使用できなくなり、すべての端末でログアウトされました。
ログイン画面の「パスワードをお忘れの方」から、新しいパスワードを設定してください。
このお手続きのための操作が、ご利用履歴にログインとして記録され、「新しいブラウザーからのログイン」のお知らせが届く場合があります。`,
  },
  "authenticator-on": {
    subject: "認証アプリ設定のお知らせ",
    what: "認証アプリがオンになりました。今後は、パスワードに加えて、認証アプリの認証コードがログインに必要です。",
  },
  "authenticator-off": {
    subject: "認証アプリ解除のお知らせ",
    what: "認証アプリがオフになりました。今後は、ログインIDとパスワードだけでログインできます。",
  },
  "authenticator-reset": {
    subject: "認証アプリ解除のお知らせ",
    what: `サポート担当者が、認証アプリの設定を解除し、すべての端末でログアウトしました。
今後は、ログインIDとパスワードだけでログインできます。`,
  },
} as const;

/** Somebody changed how the account signs in, beside its password. */
export function signInMethodMail({ template, loginId, at }: SignInMethodMail, siteUrl: string): Mail {
  const { subject, what } = changes[template];
  const text = `ログインID：${loginId} のお客様

${productName.full}をご利用いただき、誠にありがとうございます。
${what}

日時：${japanTime(at)}

■ お心当たりがない場合
第三者がお客様のアカウントを操作した可能性があります。次の2つのお手続きをお願いいたします。
1. ただちにパスワードを再設定してください。ほかの端末はすべてログアウトされます。
   ${siteUrl}/pw/forgot
2. ログイン後、「ログインとセキュリティ」で、認証アプリの設定と、お心当たりのないパスキーがないことをご確認ください。
   ${siteUrl}/security

${footer}`;
  return buildMail(subject, text);
}
