/** The mails about a contract: begun, changed, cancelled or over. `siteUrl` is the site's origin. */
import { japaneseDay } from "#functions/platform/time.ts";
import { customerLetter, type Recipient } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { MailOf } from "../outbox.ts";

const payments = {
  card: `■ お支払い方法
クレジットカード（月ごとに自動でお支払いいただきます）
カード情報は、カスタマーポータルの「ご契約とお支払い」からいつでも変更できます。`,
  invoice: `■ お支払い方法
請求書払い（銀行振込）
請求書は、ご登録の請求先メールアドレスに別途お送りいたします。
請求書に記載の振込先へ、お支払い期限までにお振り込みをお願いいたします。`,
} as const;

const news = {
  upgraded: {
    subject: "スタンダードプランへのアップグレード完了のお知らせ",
    text: "スタンダードプランへのアップグレードが完了しました。",
  },
  resubscribed: {
    subject: "スタンダードプランのご契約再開のお知らせ",
    text: "スタンダードプランのご契約が再開しました。ご登録の音声プロバイダー情報は、そのままご利用いただけます。",
  },
} as const;

/** Specification, /upgrade/comp. */
export function upgradedMail(
  recipient: Recipient,
  { template, paymentType }: MailOf<"upgraded" | "resubscribed">,
  siteUrl: string,
): Mail {
  const { subject, text } = news[template];
  return customerLetter(
    recipient,
    subject,
    `${text}

${payments[paymentType]}

■ ご利用について
スタンダードプランの機能は、プラグインからすぐにご利用いただけます。
ご契約内容と請求書は、カスタマーポータルの「ご契約とお支払い」でご確認ください。
${siteUrl}/signin`,
  );
}

const changedMail = (recipient: Recipient, subject: string, change: string, siteUrl: string): Mail =>
  customerLetter(
    recipient,
    subject,
    `${change}

■ お心当たりがない場合
カスタマーポータルの画面下部の「お問い合わせ」からご連絡ください。
ご契約内容は、「ご契約とお支払い」でご確認いただけます。
${siteUrl}/signin`,
  );

/** At the end of its period. */
export const cancellationScheduledMail = (
  recipient: Recipient,
  { endsAt }: MailOf<"cancellation-scheduled">,
  siteUrl: string,
): Mail =>
  changedMail(
    recipient,
    "解約のお申し込みを受け付けました",
    `スタンダードプランの解約のお申し込みを受け付けました。

■ ご利用について
${japaneseDay(endsAt)}まで、スタンダードプランの機能をこれまでどおりご利用いただけます。
その後はご契約が終了し、以後のご請求はありません。
すでに発行された請求書がお支払い前の場合は、お支払いをお願いいたします。

■ 解約を取り消す場合
それまでは、カスタマーポータルの「ご契約とお支払い」からいつでも取り消せます。`,
    siteUrl,
  );

export const cancellationWithdrawnMail = (recipient: Recipient, siteUrl: string): Mail =>
  changedMail(
    recipient,
    "解約のお申し込みを取り消しました",
    `スタンダードプランの解約のお申し込みを取り消しました。
ご契約は、これまでどおり自動で更新されます。`,
    siteUrl,
  );

const paymentTypes = {
  card: `次回のご請求から、ご登録のクレジットカードで自動でお支払いいただきます。`,
  invoice: `次回のご請求から、請求書をご登録の請求先メールアドレスにお送りします。
請求書に記載の振込先へ、お支払い期限までにお振り込みをお願いいたします。`,
} as const;

export const paymentTypeChangedMail = (
  recipient: Recipient,
  { paymentType }: MailOf<"payment-type-changed">,
  siteUrl: string,
): Mail =>
  changedMail(
    recipient,
    "お支払い方法を変更しました",
    `スタンダードプランのお支払い方法を、${paymentType === "card" ? "クレジットカード" : "請求書払い（銀行振込）"}に変更しました。

■ 次回のお支払いについて
${paymentTypes[paymentType]}
すでに発行された請求書は、これまでの方法でお支払いください。`,
    siteUrl,
  );

const causes = {
  cancelled: "スタンダードプランのご契約が終了しましたので、お知らせいたします。",
  unpaid: "スタンダードプランのご利用料金のお支払いを確認できなかったため、ご利用を停止いたしました。",
  disputed:
    "スタンダードプランのお支払いが取り消されたとの連絡をカード会社より受けたため、ご契約を終了いたしました。",
} as const;

export const planSuspendedMail = (
  recipient: Recipient,
  { reason }: MailOf<"plan-suspended">,
  siteUrl: string,
): Mail =>
  customerLetter(
    recipient,
    "スタンダードプラン停止のお知らせ",
    `${causes[reason]}

■ ご利用について
スタンダードプランの機能は、ただいまご利用いただけません。

■ ご利用の再開について
カスタマーポータルの「ご契約とお支払い」から、いつでもスタンダードプランをお申し込みいただけます。
ご登録の音声プロバイダー情報は、そのままお預かりしています。
お心当たりがない場合は、カスタマーポータルの画面下部の「お問い合わせ」からご連絡ください。
${siteUrl}/signin`,
  );
