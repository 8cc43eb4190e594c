import type { Profile } from "#functions/customer/profile.ts";
import { productName } from "#shared/site/product.ts";
import { buildMail, customerLetter, type Recipient, salutation, signInLink } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

type KeyOwner = Recipient & Pick<Profile, "loginId">;

/**
 * Specification, /signup/comp: the key goes to the registered address and is registered in the plugin's
 * settings. `siteUrl` is the site's origin.
 */
export const licenceKeyMail = (recipient: KeyOwner, licenceKey: string, siteUrl: string): Mail =>
  buildMail(
    "ライセンスキー（認証キー）のお知らせ",
    [salutation(recipient), `${productName.short}にお申し込みいただき、誠にありがとうございます。`],
    [
      "プラグインのご利用に必要なライセンスキー（認証キー）をお知らせいたします。",
      {
        facts: [
          ["ライセンスキー", licenceKey],
          ["ログインID", recipient.loginId],
        ],
      },
      { heading: "ご利用開始までの手順" },
      {
        steps: [
          ["カスタマーポータルにログインします。", { label: "ログインページ", link: `${siteUrl}/signin` }],
          "メニューの「プラグインダウンロード」から、プラグインをダウンロードします。",
          [
            "kintoneにプラグインを読み込み、プラグインの設定画面で上記のライセンスキーを登録します。手順は「ご利用開始ガイド」でご案内しています（ログイン後にご覧いただけます）。",
            { label: "ご利用開始ガイド", link: `${siteUrl}/guide#install` },
          ],
        ],
      },
      "ライセンスキーはお客様専用です。第三者に知られないよう、大切に保管してください。",
      "このメールにお心当たりがない場合は、お手数ですが破棄してくださいますようお願いいたします。",
    ],
  );

/** A customer or an operator replaced the key. `licenceKey` is the new one. */
const licenceKeyReissuedMail = (recipient: KeyOwner, licenceKey: string, siteUrl: string): Mail =>
  customerLetter(recipient, "ライセンスキー（認証キー）再発行のお知らせ", [
    "ライセンスキー（認証キー）を再発行しました。新しいライセンスキーをお知らせいたします。",
    { facts: [["新しいライセンスキー", licenceKey]] },
    `これまでのライセンスキーは無効になりました。
お手数ですが、プラグインの設定画面で、新しいライセンスキーを登録し直してください。`,
    { heading: "お心当たりがない場合" },
    `第三者がお客様のアカウントを操作した可能性があります。
カスタマーポータルにログインしてパスワードを変更し、「ログインとセキュリティ」のご利用履歴をご確認ください。`,
    signInLink(siteUrl),
  ]);

/** The mails by their template in the outbox. */
export const keyMails = {
  "licence-key": licenceKeyMail,
  "licence-key-reissued": licenceKeyReissuedMail,
} as const;
