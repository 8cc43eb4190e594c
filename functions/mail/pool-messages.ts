/**
 * The mail and SMS that Cognito sends, by trigger source. Source: developer guide, "Custom message Lambda
 * trigger".
 */
import { productName } from "#shared/site/product.ts";
import type { Parts } from "./layout.ts";
import { branded, buildMail, signInLink, thanks } from "./mail-text.ts";
import type { Mail } from "./mailer.ts";

/**
 * Placeholders that Cognito replaces with the code, and with the login ID of an account that an operator
 * created.
 */
interface Placeholders {
  code: string;
  loginId: string;
}

type Compose = (placeholders: Placeholders, siteUrl: string) => Mail;

const message = (subject: string, body: Parts, what: "ご利用" | "お申し込み" = "ご利用"): Mail =>
  buildMail(subject, [thanks(productName.full, what)], body);

const ifUnexpected =
  "このメールにお心当たりがない場合は、お手数ですが破棄してくださいますようお願いいたします。";

const signUp: Compose = ({ code }) =>
  message(
    "メールアドレス認証コードのお知らせ",
    [
      "お申し込みのメールアドレスの認証コードをお知らせいたします。",
      { code },
      "画面の入力欄に、24時間以内に入力してください。",
      ifUnexpected,
    ],
    "お申し込み",
  );

const forgotPassword: Compose = ({ code }) =>
  message("パスワード再設定の認証コードのお知らせ", [
    "パスワード再設定のお申し出を受け付けました。認証コードをお知らせいたします。",
    { code },
    "画面の入力欄に、1時間以内に、新しいパスワードとあわせて入力してください。",
    "お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。",
  ]);

const newAddress: Compose = ({ code }) =>
  message("メールアドレス変更の認証コードのお知らせ", [
    "メールアドレスの変更のお申し出を受け付けました。新しいメールアドレスの認証コードをお知らせいたします。",
    { code },
    "画面の入力欄に、24時間以内に入力してください。入力が完了するまで、メールアドレスは変更されません。",
    ifUnexpected,
  ]);

const accountCreated: Compose = ({ code, loginId }, siteUrl) =>
  message("アカウント発行のお知らせ", [
    "お客様のアカウントを用意いたしました。",
    {
      facts: [
        ["ログインID", loginId],
        ["仮パスワード", code],
      ],
    },
    "下記のページからログインし、新しいパスワードを設定してください。",
    signInLink(siteUrl),
  ]);

const secondFactor: Compose = ({ code }) =>
  message("ログイン認証コードのお知らせ", [
    "ログインの認証コードをお知らせいたします。",
    { code },
    "画面の入力欄に、3分以内に入力してください。",
    `お心当たりがない場合は、第三者がお客様のパスワードを知っている可能性があります。
ただちにパスワードを再設定してください。`,
  ]);

const composers: Readonly<Record<string, Compose>> = {
  CustomMessage_SignUp: signUp,
  CustomMessage_ResendCode: signUp,
  CustomMessage_ForgotPassword: forgotPassword,
  CustomMessage_UpdateUserAttribute: newAddress,
  CustomMessage_VerifyUserAttribute: newAddress,
  CustomMessage_AdminCreateUser: accountCreated,
  CustomMessage_Authentication: secondFactor,
};

export const poolMailReasons: readonly string[] = Object.keys(composers);

/** Returns undefined for a trigger source without a text: Cognito then uses the user pool's template. */
export const poolMail = (reason: string, placeholders: Placeholders, siteUrl: string): Mail | undefined =>
  composers[reason]?.(placeholders, siteUrl);

/** At most 140 characters, with a code of any length. */
export function poolSms(reason: string, { code, loginId }: Placeholders): string | undefined {
  if (!(reason in composers)) return undefined;
  return reason === "CustomMessage_AdminCreateUser"
    ? branded(`ログインID：${loginId} 仮パスワード：${code}`)
    : branded(`認証コードは ${code} です。第三者には教えないでください。`);
}
