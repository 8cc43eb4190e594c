/** The mails about signing in, to an account that may have no profile. `siteUrl` is the site's origin. */
import { japanTime } from "#functions/platform/time.ts";
import { productName } from "#shared/site/product.ts";
import type { Link } from "../layout.ts";
import { accountLetter, buildMail, signInLink } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { MailOf, SignInMail } from "../outbox.ts";

export function signInMail(content: SignInMail, siteUrl: string): Mail {
  switch (content.template) {
    case "password-changed":
      return passwordChangedMail(content, siteUrl);
    case "new-browser":
      return newBrowserMail(content, siteUrl);
    default:
      return signInMethodMail(content, siteUrl);
  }
}

const resetLink = (siteUrl: string): Link => ({
  label: "パスワード再設定ページ",
  link: `${siteUrl}/pw/forgot`,
});
const securityLink = (siteUrl: string): Link => ({
  label: "ログインとセキュリティ",
  link: `${siteUrl}/security`,
});

/** Sent to an address that somebody entered on the screen for a forgotten login ID. */
export const loginIdsMail = (loginIds: readonly string[], siteUrl: string): Mail =>
  buildMail(
    "ログインIDのお知らせ",
    [
      `${productName.short}をご利用のお客様`,
      `${productName.full}をご利用いただき、誠にありがとうございます。`,
    ],
    [
      "このメールアドレスでご登録いただいているログインIDをお知らせいたします。",
      { facts: loginIds.map((loginId) => ["ログインID", loginId] as const) },
      signInLink(siteUrl),
      { heading: "パスワードもお忘れの場合" },
      "上記のログインIDで、パスワードを再設定していただけます。",
      resetLink(siteUrl),
      { heading: "お心当たりがない場合" },
      "ログインIDの確認の画面で、このメールアドレスが入力されました。第三者にログインIDは表示されていません。お手続きは不要です。",
    ],
  );

/** After a password reset. */
const passwordChangedMail = ({ loginId }: MailOf<"password-changed">, siteUrl: string): Mail =>
  accountLetter(loginId, "パスワード再設定完了のお知らせ", [
    "パスワードを再設定しました。安全のため、ログイン中のすべての端末で、新しいパスワードによる再ログインが必要になります。",
    signInLink(siteUrl),
    { heading: "お心当たりがない場合" },
    `第三者がお客様のアカウントを操作した可能性があります。
ログイン画面の「パスワードをお忘れの方」から、ただちにパスワードを再設定してください。`,
    resetLink(siteUrl),
  ]);

/** After a sign-in with a browser that the account has not used before. */
const newBrowserMail = ({ loginId, browser, at }: MailOf<"new-browser">, siteUrl: string): Mail =>
  accountLetter(loginId, "新しいブラウザーからのログインのお知らせ", [
    "これまでにご利用のないブラウザーから、ログインがありました。",
    {
      facts: [
        ["日時", japanTime(at)],
        ["ブラウザー", browser],
      ],
    },
    { heading: "お客様ご自身のログインの場合" },
    "お手続きは不要です。Cookieを削除した場合や、シークレットウィンドウをお使いの場合にも、このメールをお送りします。",
    { heading: "お心当たりがない場合" },
    "第三者がお客様のパスワードを知っている可能性があります。次の2つのお手続きをお願いいたします。",
    {
      steps: [
        [
          "ただちにパスワードを再設定してください。ほかの端末はすべてログアウトされます。",
          resetLink(siteUrl),
        ],
        [
          "ログイン後、「ログインとセキュリティ」でご利用履歴を確認し、認証アプリを設定してください。",
          securityLink(siteUrl),
        ],
      ],
    },
  ]);

type SignInMethodMail = Exclude<SignInMail, { template: "password-changed" | "new-browser" }>;

const changes = {
  "passkey-added": {
    subject: "パスキー追加のお知らせ",
    what: "ログイン用のパスキーを追加しました。今後は、このパスキーでもログインしていただけます。",
  },
  "passkey-removed": {
    subject: "パスキー削除のお知らせ",
    what: "ログイン用のパスキーを削除しました。削除したパスキーではログインできません。",
  },
  "passkeys-removed": {
    subject: "パスキー削除とパスワード再設定のお願い",
    what: `サポート担当者が、ご登録のすべてのパスキーを削除しました。
安全のため、これまでのパスワードも使用できなくなり、すべての端末からログアウトしました。
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

/** After a change of the account's passkeys or authenticator app. */
function signInMethodMail({ template, loginId, at }: SignInMethodMail, siteUrl: string): Mail {
  const { subject, what } = changes[template];
  return accountLetter(loginId, subject, [
    what,
    { facts: [["日時", japanTime(at)]] },
    { heading: "お心当たりがない場合" },
    "第三者がお客様のアカウントを操作した可能性があります。次の2つのお手続きをお願いいたします。",
    {
      steps: [
        [
          "ただちにパスワードを再設定してください。ほかの端末はすべてログアウトされます。",
          resetLink(siteUrl),
        ],
        [
          "ログイン後、「ログインとセキュリティ」で、認証アプリの設定と、お心当たりのないパスキーがないことをご確認ください。",
          securityLink(siteUrl),
        ],
      ],
    },
  ]);
}
