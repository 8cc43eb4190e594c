import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

const payments = {
  card: `■ お支払い方法
クレジットカード（月ごとに自動でお支払いいただきます）
カード情報は、カスタマーポータルの「ご契約とお支払い」からいつでも変更できます。`,
  invoice: `■ お支払い方法
請求書（銀行振込）
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

interface Purchase {
  template: keyof typeof news;
  paymentType: keyof typeof payments;
}

/** Specification, /upgrade/comp. `siteUrl` is the site's origin. */
export function upgradedMail(
  recipient: Recipient,
  { template, paymentType }: Purchase,
  siteUrl: string,
): Mail {
  const { subject, text: what } = news[template];
  const text = `${salutation(recipient)}

${thanks}
${what}

${payments[paymentType]}

■ ご利用について
スタンダードプランの機能は、プラグインからすぐにご利用いただけます。
ご契約内容と請求書は、カスタマーポータルの「ご契約とお支払い」でご確認ください。
${siteUrl}/signin

${footer}`;
  return buildMail(subject, text);
}
