/** The mails about payments and invoices. `siteUrl` is the site's origin. */
import { japaneseDay, japaneseMonth } from "#functions/platform/time.ts";
import type { Parts } from "../layout.ts";
import {
  type BillingRecipient,
  billingLetter,
  buildMail,
  type CustomerMails,
  customerLetter,
  formatYen,
  type Recipient,
  salutation,
  signInLink,
} from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { MailOf } from "../outbox.ts";

type BillingFailure = MailOf<"billing-payment-failed">;
type Failure = MailOf<"payment-failed"> | BillingFailure;

const threat = "お支払いが確認できない場合、スタンダードプランの機能をご利用いただけなくなります。";
const crossed = "本メールと行き違いでご入金またはお手続きがお済みの場合は、ご容赦ください。";

/** The mail says what to do and what happens otherwise. */
function paymentFailedMail(recipient: Recipient, failure: Failure, siteUrl: string): Mail {
  const { subject, news, todo } = textOf(failure, siteUrl);
  return customerLetter(recipient, subject, [news, ...todo, crossed]);
}

/** Stripe's page takes the payment without a sign-in. */
function billingPaymentFailedMail(recipient: BillingRecipient, failure: BillingFailure): Mail {
  const { reason, page, pageUntil, isPastContract, isOnHold } = failure;
  const { subject, news } = textOf(failure, "");
  return billingLetter(recipient, subject, [
    news,
    { heading: "ご請求" },
    { facts: billOf(failure) },
    ...(page === undefined
      ? []
      : ["下記のページで、ログインせずにお支払いいただけます。", ...payPageOf(page, pageUntil)]),
    ...(reason === "card"
      ? ["カードを変更される場合は、カスタマーポータルにログインできるご担当者へご連絡ください。"]
      : []),
    ...(isPastContract || isOnHold || reason === "retrying" ? [] : [threat]),
    crossed,
  ]);
}

function billOf({ number, amount, dueAt, nextAttemptAt }: BillingFailure): [string, string][] {
  return [
    ...(number === undefined ? [] : [["請求書番号", number] satisfies [string, string]]),
    ["お支払い金額", `${formatYen(amount)}（税込）`],
    ...(dueAt === undefined ? [] : [["お支払い期限", japaneseDay(dueAt)] satisfies [string, string]]),
    ...(nextAttemptAt === undefined
      ? []
      : [["次回のカードでのお支払い処理", japaneseDay(nextAttemptAt)] satisfies [string, string]]),
  ];
}

function textOf(
  { isPastContract, isOnHold, reason, page, pageUntil }: Failure,
  siteUrl: string,
): FailureText {
  const payPage = page === undefined ? [] : payPageOf(page, pageUntil);
  if (isPastContract) return ofPastContract(payPage);
  return isOnHold ? ofContractOnHold(payPage) : failures[reason](payPage, siteUrl);
}

const payPageOf = (page: string, until: string | undefined): Parts => [
  { label: "お支払いページ", link: page },
  until === undefined
    ? undefined
    : `お支払いページを開けるのは、${japaneseDay(until)}までです。請求書は、それまでにお支払いページから保存してください。`,
];

interface FailureText {
  subject: string;
  news: string;
  todo: Parts;
}

const request = { heading: "お手続きのお願い" };

/** The plan does not depend on it. */
const ofPastContract = (payPage: Parts): FailureText => ({
  subject: "終了したご契約のお支払いについて",
  news: "終了したスタンダードプランのご契約について、お支払いを確認できていない請求があります。",
  todo: [
    request,
    "下記のページ、またはカスタマーポータルの「ご契約とお支払い」から、お早めにお支払いをお願いいたします。",
    ...payPage,
  ],
});

/** The payment restores the plan. */
const ofContractOnHold = (payPage: Parts): FailureText => ({
  subject: "ご利用の再開に必要なお支払いについて",
  news: `スタンダードプランのご利用料金のお支払いを確認できていないため、ご利用を停止しています。
お支払いを確認しだい、ご利用を再開いたします。`,
  todo: [
    request,
    "下記のページ、またはカスタマーポータルの「ご契約とお支払い」から、お支払いをお願いいたします。",
    ...payPage,
  ],
});

/**
 * `checkout`: the upgrade's payment was declined. `card`: a renewal was declined. `retrying`: it was, and Stripe charges another card
 * soon. `overdue`: an invoice is overdue.
 */
const failures: Record<Failure["reason"], (payPage: Parts, siteUrl: string) => FailureText> = {
  checkout: (_payPage, siteUrl) => ({
    subject: "お支払いを完了できませんでした",
    news: "スタンダードプランのお支払いを完了できませんでした。料金は発生しておりません。",
    todo: [
      request,
      `カスタマーポータルにログインし、「アップグレード」または「ご契約とお支払い」からもう一度お手続きください。
別のカード、または請求書払いもお選びいただけます。`,
      signInLink(siteUrl),
    ],
  }),
  card: (payPage, siteUrl) => ({
    subject: "カードでのお支払いを確認できませんでした",
    news: "スタンダードプランのご利用料金を、ご登録のカードでお支払いいただけませんでした。",
    todo: [
      request,
      "カスタマーポータルにログインし、「ご契約とお支払い」から、請求書のお支払いまたはカード情報の変更をお願いいたします。カードを変更された場合は、数日のうちに、あらためてお支払いの処理を行います。",
      signInLink(siteUrl),
      ...payPage,
      threat,
    ],
  }),
  retrying: (payPage) => ({
    subject: "カードでのお支払いを確認できませんでした",
    news: `スタンダードプランのご利用料金を、以前のカードでお支払いいただけませんでした。
ご登録の新しいカードで、数日のうちに、あらためてお支払いの処理を行います。お手続きの必要はありません。`,
    todo: payPage,
  }),
  overdue: (payPage) => ({
    subject: "請求書のお支払い期限が過ぎています",
    news: "スタンダードプランのご請求について、お支払い期限までにご入金を確認できませんでした。",
    todo: [request, "請求書に記載の振込先へ、お早めにお振り込みをお願いいたします。", ...payPage, threat],
  }),
};

type CardExpiry = MailOf<"card-expires" | "billing-card-expires">;

const cardExpires = "カードの有効期限のご確認のお願い";

const cardNews = ({ last4, expiry, nextChargeAt }: CardExpiry): Parts => [
  `スタンダードプランのお支払いにご登録のクレジットカード（末尾 ${last4}）の有効期限は、${japaneseMonth(expiry)}です。
有効期限が過ぎると、ご利用料金をカードでお支払いいただけなくなります。`,
  nextChargeAt === undefined ? undefined : { facts: [["次回のご請求", japaneseDay(nextChargeAt)]] },
  request,
];

/** Left out for a closed account, which has no portal any more. */
const inPortal = (siteUrl: string): Parts => [
  { heading: "ご契約について" },
  `この返金によって、ご契約内容は変わりません。ご契約が終了する場合は、別途メールでお知らせいたします。
ご登録内容は、カスタマーポータルでご確認いただけます。`,
  signInLink(siteUrl),
];

const refundHeading = { heading: "ご返金について" };

/** To a bank account, which Stripe does not know if the transfer did not tell it. */
const toAccount: Parts = [
  "銀行振込でお支払いいただいた料金は、銀行口座へのお振り込みで返金いたします。",
  `決済代行会社のStripe（ストライプ）で振込先の口座を確認できない場合は、請求先のメールアドレスに、口座情報のご入力をお願いするメールがStripeから届きます。
当社の返金手続きに必要な正規のメールですので、お手数ですが、届いてから45日以内にご入力ください。
期限までにご入力いただけない場合、返金は取り消されます。`,
  "口座を確認できた場合は、お手続きの必要はありません。ご入金まで数日かかることがあります。",
];

/** A card was charged, or a transfer taken, at the moment in which its owner closed the account. */
const paymentAfterClosingMail = (recipient: Recipient, isTransfer: boolean): Mail =>
  buildMail(
    "ご返金のお知らせ",
    [salutation(recipient)],
    [
      `退会のお手続きと同時に、スタンダードプランのご利用料金のお支払いがありました。
退会を承りましたので、このお支払いを取り消し、全額の返金手続きを行いました。
スタンダードプランのご契約は成立しておらず、今後のご請求はありません。`,
      refundHeading,
      ...(isTransfer
        ? toAccount
        : ["ご返金がカードの明細に反映されるまで、5日から10日ほどかかることがあります。"]),
    ],
  );

/** Once, while Stripe waits for the customer's answer to its mail. */
function refundWaitsMail(recipient: Recipient, { amount, until, askedAt }: MailOf<"refund-waits">): Mail {
  return buildMail(
    "ご返金先の口座のご登録のお願い",
    [salutation(recipient)],
    [
      `スタンダードプランのご利用料金の返金について、振込先の口座を確認できていないため、お手続きが完了していません。`,
      { heading: "返金の内容" },
      {
        facts: [
          ["返金額", formatYen(amount)],
          ["口座情報のご入力の期限", japaneseDay(until)],
          ...(askedAt === undefined
            ? []
            : [["Stripeからのメールの送付先", askedAt] satisfies [string, string]]),
        ],
      },
      request,
      `決済代行会社のStripe（ストライプ）からお送りしているメールの案内に沿って、期限までに口座情報をご入力ください。当社の返金手続きに必要な正規のメールです。
期限までにご入力いただけない場合、返金は取り消されます。`,
      "Stripeからのメールが見つからない場合は、迷惑メールフォルダーをご確認のうえ、お問い合わせください。",
      "本メールと行き違いでご入力がお済みの場合は、ご容赦ください。",
    ],
  );
}

export const paymentMails = {
  "payment-failed": paymentFailedMail,
  "billing-payment-failed": billingPaymentFailedMail,
  /** Before the card expires; soon after it where it was not known before. */
  "card-expires": (customer, expiry, siteUrl) =>
    customerLetter(customer, cardExpires, [
      ...cardNews(expiry),
      "カスタマーポータルにログインし、「ご契約とお支払い」から、カード情報の変更をお願いいたします。",
      signInLink(siteUrl),
      threat,
      crossed,
    ]),
  "billing-card-expires": (customer, expiry) =>
    billingLetter(customer, cardExpires, [
      ...cardNews(expiry),
      "カードの変更は、カスタマーポータルにログインできるご担当者へご連絡ください。",
      threat,
      crossed,
    ]),
  /** A payment was refunded, or a part of it. */
  "payment-refunded": (customer, { part, isClosed, isTransfer = false }, siteUrl) =>
    isClosed
      ? paymentAfterClosingMail(customer, isTransfer)
      : customerLetter(customer, "ご返金のお知らせ", [
          `スタンダードプランのご利用料金について、${part === undefined ? "全額" : `一部（合計${formatYen(part)}）`}の返金手続きを行いました。`,
          refundHeading,
          ...(isTransfer
            ? toAccount
            : ["ご返金がカードの明細に反映されるまで、5日から10日ほどかかることがあります。"]),
          ...(customer.closedAt === undefined ? inPortal(siteUrl) : []),
        ]),
  "refund-waits": refundWaitsMail,
} satisfies Partial<CustomerMails>;
