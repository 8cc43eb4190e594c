import { buildMail, footer, type Recipient, salutation, thanks } from "./mail-text.ts";
import type { Mail } from "./mailer.ts";

const payments = {
  card: `■ お支払い方法
クレジットカード（月ごとに自動でお支払いいただきます）
カード情報は、カスタマーポータルの「ご登録情報の変更」からいつでも変更できます。`,
  invoice: `■ お支払い方法
請求書（銀行振込）
請求書は、ご登録の請求先メールアドレスに別途お送りいたします。
請求書に記載の振込先へ、お支払い期限までにお振り込みをお願いいたします。`,
} as const;

/** Specification, /upgrade/comp. `siteUrl` is the site's origin. */
export function upgradedMail(
  recipient: Recipient,
  paymentType: keyof typeof payments,
  siteUrl: string,
): Mail {
  const text = `${salutation(recipient)}

${thanks}
スタンダードプランへのアップグレードが完了しました。

${payments[paymentType]}

■ ご利用について
スタンダードプランの機能は、プラグインからすぐにご利用いただけます。
ご契約内容は、カスタマーポータルでご確認ください。
${siteUrl}/signin

${footer}`;
  return buildMail("スタンダードプランへのアップグレード完了のお知らせ", text);
}
