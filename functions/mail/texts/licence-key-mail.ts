import type { Profile } from "#functions/customer/profile.ts";
import { productName } from "#shared/site/product.ts";
import { buildMail, customerLetter, footer, type Recipient, salutation } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

type KeyOwner = Recipient & Pick<Profile, "loginId">;

/**
 * Specification, /signup/comp: the key goes to the registered address and is registered in the plugin's settings.
 * `siteUrl` is the site's origin.
 */
export function licenceKeyMail(recipient: KeyOwner, licenceKey: string, siteUrl: string): Mail {
  const text = `${salutation(recipient)}

${productName.short}にお申し込みいただき、誠にありがとうございます。
プラグインのご利用に必要なライセンスキー（認証キー）をお知らせいたします。

ライセンスキー：${licenceKey}
ログインID：${recipient.loginId}

■ ご利用開始までの手順
1. カスタマーポータルにログインします。
   ${siteUrl}/signin
2. メニューの「プラグインダウンロード」から、プラグインをダウンロードします。
3. kintoneにプラグインを読み込み、プラグインの設定画面で上記のライセンスキーを登録します。
   手順は「ご利用ガイド」でご案内しています（ログイン後にご覧いただけます）。
   ${siteUrl}/guide#install

ライセンスキーはお客様専用です。第三者に知られないよう、大切に保管してください。

このメールにお心当たりがない場合は、お手数ですが破棄してくださいますようお願いいたします。
${footer}`;
  return buildMail("ライセンスキー（認証キー）のお知らせ", text);
}

/** The customer, or an operator, had the key replaced. `licenceKey` is the new one. */
const licenceKeyReissuedMail = (recipient: KeyOwner, licenceKey: string, siteUrl: string): Mail =>
  customerLetter(
    recipient,
    "ライセンスキー（認証キー）再発行のお知らせ",
    `ライセンスキー（認証キー）を再発行しました。新しいライセンスキーをお知らせいたします。

新しいライセンスキー：${licenceKey}

これまでのライセンスキーは無効になりました。
お手数ですが、プラグインの設定画面で、新しいライセンスキーを登録し直してください。

■ お心当たりがない場合
第三者がお客様のアカウントを操作した可能性があります。
カスタマーポータルにログインしてパスワードを変更し、「ログインとセキュリティ」で操作の履歴をご確認ください。
${siteUrl}/signin`,
  );

/** By the template in the outbox. */
export const keyMails = {
  "licence-key": licenceKeyMail,
  "licence-key-reissued": licenceKeyReissuedMail,
} as const;
