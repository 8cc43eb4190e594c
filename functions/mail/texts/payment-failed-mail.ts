import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

interface Failure {
  /**
   * `checkout`: the upgrade's payment was declined. `card`: a renewal was declined. `retrying`: it was, and Stripe charges another card
   * soon. `overdue`: an invoice is overdue.
   */
  reason: "checkout" | "card" | "retrying" | "overdue";
  /** Stripe's hosted invoice page. */
  page?: string | undefined;
  isPastContract?: true | undefined;
}

/** The mail says what to do and what happens otherwise. `siteUrl` is the site's origin. */
export function paymentFailedMail(recipient: Recipient, failure: Failure, siteUrl: string): Mail {
  const { subject, body } = failure.isPastContract
    ? ofPastContract(failure)
    : mailTexts[failure.reason](siteUrl, failure.page);
  const text = `${salutation(recipient)}

${thanks}
${body}

ご入金またはお手続きと行き違いになりました場合は、ご容赦ください。
${footer}`;
  return buildMail(subject, text);
}

interface MailText {
  subject: string;
  body: string;
}

const payPage = (page: string | undefined): string =>
  page === undefined ? "" : `\nお支払いページ：\n${page}\n`;

/** The plan does not depend on it. */
const ofPastContract = ({ page }: Failure): MailText => ({
  subject: "終了したご契約のお支払いについて",
  body: `終了したスタンダードプランのご契約について、お支払いを確認できていない請求があります。

■ お手続きのお願い
下記のページ、またはカスタマーポータルの「ご契約とお支払い」から、お早めにお支払いをお願いいたします。
${payPage(page)}`,
});

const mailTexts: Record<Failure["reason"], (siteUrl: string, page: string | undefined) => MailText> = {
  checkout: (siteUrl) => ({
    subject: "お支払いを完了できませんでした",
    body: `スタンダードプランのお支払いを完了できませんでした。料金は発生しておりません。

■ お手続きのお願い
カスタマーポータルにログインし、「アップグレード」または「ご契約とお支払い」からもう一度お手続きください。
別のカード、または請求書でのお支払いもお選びいただけます。
${siteUrl}/signin`,
  }),
  card: (siteUrl, page) => ({
    subject: "カードでのお支払いを確認できませんでした",
    body: `スタンダードプランのご利用料金を、ご登録のカードでお支払いいただけませんでした。

■ お手続きのお願い
カスタマーポータルにログインし、「ご契約とお支払い」から、請求書のお支払いまたはカード情報の変更をお願いいたします。カードを変更された場合は、数日のうちに、あらためてお支払いの処理を行います。
${siteUrl}/signin
${payPage(page)}
お支払いが確認できない場合、スタンダードプランの機能をご利用いただけなくなります。`,
  }),
  retrying: (_siteUrl, page) => ({
    subject: "カードでのお支払いを確認できませんでした",
    body: `スタンダードプランのご利用料金を、以前のカードでお支払いいただけませんでした。
ご登録の新しいカードで、数日のうちに、あらためてお支払いの処理を行います。お手続きの必要はありません。
${payPage(page)}`,
  }),
  overdue: (_siteUrl, page) => ({
    subject: "請求書のお支払い期限が過ぎています",
    body: `スタンダードプランのご請求について、お支払い期限までにご入金を確認できませんでした。

■ お手続きのお願い
請求書に記載の振込先へ、お早めにお振り込みをお願いいたします。
${payPage(page)}
お支払いが確認できない場合、スタンダードプランの機能をご利用いただけなくなります。`,
  }),
};
