/** The mails about a continuing contract: cancelled for the end of its period, resumed, or with another payment method. */
import { japaneseDay } from "#functions/platform/japan-day.ts";
import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

interface Letter {
  subject: string;
  body: string;
}

/** `siteUrl` is the site's origin. */
const contractMail = (recipient: Recipient, { subject, body }: Letter, siteUrl: string): Mail =>
  buildMail(
    subject,
    `${salutation(recipient)}

${thanks}
${body}

■ お心当たりがない場合
カスタマーポータルの画面下部の「お問い合わせ」からご連絡ください。
ご契約内容は、「ご契約とお支払い」でご確認いただけます。
${siteUrl}/signin

${footer}`,
  );

/** `endsAt` in ISO 8601. */
export const cancellationScheduledMail = (recipient: Recipient, endsAt: string, siteUrl: string): Mail =>
  contractMail(
    recipient,
    {
      subject: "解約のお申し込みを受け付けました",
      body: `スタンダードプランの解約のお申し込みを受け付けました。

■ ご利用について
${japaneseDay(endsAt)}まで、スタンダードプランの機能をこれまでどおりご利用いただけます。
その後はご契約が終了し、以後のご請求はありません。
すでに発行された請求書がお支払い前の場合は、お支払いをお願いいたします。

■ 解約を取り消す場合
それまでは、カスタマーポータルの「ご契約とお支払い」からいつでも取り消せます。`,
    },
    siteUrl,
  );

export const cancellationWithdrawnMail = (recipient: Recipient, siteUrl: string): Mail =>
  contractMail(
    recipient,
    {
      subject: "解約のお申し込みを取り消しました",
      body: `スタンダードプランの解約のお申し込みを取り消しました。
ご契約は、これまでどおり自動で更新されます。`,
    },
    siteUrl,
  );

const paymentTypes = {
  card: `次回のご請求から、ご登録のクレジットカードで自動でお支払いいただきます。`,
  invoice: `次回のご請求から、請求書をご登録の請求先メールアドレスにお送りします。
請求書に記載の振込先へ、お支払い期限までにお振り込みをお願いいたします。`,
} as const;

export const paymentTypeChangedMail = (
  recipient: Recipient,
  paymentType: keyof typeof paymentTypes,
  siteUrl: string,
): Mail =>
  contractMail(
    recipient,
    {
      subject: "お支払い方法を変更しました",
      body: `スタンダードプランのお支払い方法を、${paymentType === "card" ? "クレジットカード" : "請求書（銀行振込）"}に変更しました。

■ 次回のお支払いについて
${paymentTypes[paymentType]}
すでに発行された請求書は、これまでの方法でお支払いください。`,
    },
    siteUrl,
  );
