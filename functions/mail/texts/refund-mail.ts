/**
 * The mails about refunds. Source: Stripe docs, "Refund bank transfer payments". `siteUrl` is the site's
 * origin.
 */

import { japaneseDay } from "#functions/platform/time.ts";
import { formatYen } from "#shared/format-yen.ts";
import type { Parts } from "../layout.ts";
import {
  buildMail,
  type CustomerMails,
  customerLetter,
  type Recipient,
  salutation,
  signInLink,
} from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { MailOf } from "../outbox.ts";

/** Omitted for a closed account, which cannot sign in. */
const inPortal = (siteUrl: string): Parts => [
  { heading: "ご契約について" },
  `この返金によって、ご契約内容は変わりません。ご契約が終了する場合は、別途メールでお知らせいたします。
ご登録内容は、カスタマーポータルでご確認いただけます。`,
  signInLink(siteUrl),
];

const toCard: Parts = ["ご返金がカードの明細に反映されるまで、5日から10日ほどかかることがあります。"];

/** A refund to a bank account, which Stripe knows only if the transfer named it. */
const toAccount: Parts = [
  "銀行振込でお支払いいただいた料金は、銀行口座へのお振り込みで返金いたします。",
  `決済代行会社のStripe（ストライプ）で振込先の口座を確認できない場合は、請求先のメールアドレスに、口座情報のご入力をお願いするメールがStripeから届きます。
当社の返金手続きに必要な正規のメールですので、お手数ですが、届いてから45日以内に入力してください。
期限までにご入力いただけない場合、返金は取り消されます。`,
  "口座を確認できた場合は、お手続きの必要はありません。ご入金まで数日かかることがあります。",
];

const wayBack = (isTransfer: boolean): Parts => [
  { heading: "ご返金について" },
  ...(isTransfer ? toAccount : toCard),
];

/** A payment succeeded at the moment in which the customer closed the account. */
const paymentAfterClosingMail = (recipient: Recipient, isTransfer: boolean): Mail =>
  buildMail(
    "ご返金のお知らせ",
    [salutation(recipient)],
    [
      `退会のお手続きと同時に、スタンダードプランのご利用料金のお支払いがありました。
退会を承りましたので、このお支払いを取り消し、全額の返金手続きを行いました。
スタンダードプランのご契約は成立しておらず、今後のご請求はありません。`,
      ...wayBack(isTransfer),
    ],
  );

/** Sent once, while Stripe waits for the customer's bank account. */
const refundWaitsMail = (recipient: Recipient, { amount, until, askedAt }: MailOf<"refund-waits">): Mail =>
  buildMail(
    "ご返金先の口座のご登録のお願い",
    [salutation(recipient)],
    [
      "スタンダードプランのご利用料金の返金について、振込先の口座を確認できていないため、お手続きが完了していません。",
      { heading: "返金の内容" },
      {
        facts: [
          ["返金額", formatYen(amount)],
          ["口座情報のご入力の期限", japaneseDay(until)],
          askedAt === undefined ? undefined : ["Stripeからのメールの送付先", askedAt],
        ],
      },
      { heading: "お手続きのお願い" },
      `決済代行会社のStripe（ストライプ）からお送りしているメールの案内に沿って、期限までに口座情報を入力してください。当社の返金手続きに必要な正規のメールです。
期限までにご入力いただけない場合、返金は取り消されます。`,
      "Stripeからのメールが見つからない場合は、迷惑メールフォルダーをご確認のうえ、お問い合わせください。",
      "本メールと行き違いでご入力がお済みの場合は、ご容赦ください。",
    ],
  );

export const refundMails = {
  /** A payment was refunded, or a part of it. */
  "payment-refunded": (customer, { part, isClosed, isTransfer = false }, siteUrl) =>
    isClosed
      ? paymentAfterClosingMail(customer, isTransfer)
      : customerLetter(customer, "ご返金のお知らせ", [
          `スタンダードプランのご利用料金について、${part === undefined ? "全額" : `一部（合計${formatYen(part)}）`}の返金手続きを行いました。`,
          ...wayBack(isTransfer),
          ...(customer.closedAt === undefined ? inPortal(siteUrl) : []),
        ]),
  "refund-waits": refundWaitsMail,
} satisfies Partial<CustomerMails>;
