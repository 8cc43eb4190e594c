/** The mails about payments that failed or will fail. `siteUrl` is the site's origin. */

import { japaneseDay, japaneseMonth } from "#functions/platform/time.ts";
import { formatYen } from "#shared/format-yen.ts";
import { suspensionText } from "#shared/suspension-text.ts";
import type { Parts } from "../layout.ts";
import {
  type BillingRecipient,
  billingLetter,
  type CustomerMails,
  customerLetter,
  type Recipient,
  signInLink,
} from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { MailOf } from "../outbox.ts";

type BillingFailure = MailOf<"billing-payment-failed">;
type Failure = MailOf<"payment-failed"> | BillingFailure;

/** Says on which day the plan is suspended without a payment. */
const threatOf = ({ dueAt, nextChargeAt }: Failure): string =>
  suspensionText({ dueAt, nextAttemptAt: nextChargeAt }, japaneseDay);
const crossed = "本メールと行き違いでご入金またはお手続きがお済みの場合は、ご容赦ください。";

/** Says what to do, and the consequence otherwise. */
function paymentFailedMail(recipient: Recipient, failure: Failure, siteUrl: string): Mail {
  const { subject, news, todo } = textOf(failure, siteUrl);
  return customerLetter(recipient, subject, [news, ...todo, crossed]);
}

/** The billing contact pays on Stripe's page, without signing in. */
function billingPaymentFailedMail(recipient: BillingRecipient, failure: BillingFailure): Mail {
  const { reason, page, pageUntil, isPastContract, isOnHold } = failure;
  const { number, amount, dueAt, nextChargeAt } = failure;
  const { subject, news } = textOf(failure, "");
  return billingLetter(recipient, subject, [
    news,
    { heading: "ご請求" },
    {
      facts: [
        number === undefined ? undefined : ["請求書番号", number],
        ["お支払い金額", `${formatYen(amount)}（税込）`],
        dueAt === undefined ? undefined : ["お支払い期限", japaneseDay(dueAt)],
        nextChargeAt === undefined ? undefined : ["次回のカードでのお支払い処理", japaneseDay(nextChargeAt)],
      ],
    },
    ...(page === undefined
      ? []
      : ["下記のページで、ログインせずにお支払いいただけます。", ...payPageOf(page, pageUntil)]),
    ...(reason === "card"
      ? ["カードを変更される場合は、カスタマーポータルにログインできるご担当者へご連絡ください。"]
      : []),
    ...(isPastContract || isOnHold || reason === "retrying" ? [] : [threatOf(failure)]),
    crossed,
  ]);
}

function textOf(failure: Failure, siteUrl: string): FailureText {
  const { isPastContract, isOnHold, reason, page, pageUntil } = failure;
  const payPage = page === undefined ? [] : payPageOf(page, pageUntil);
  if (isPastContract) return ofPastContract(payPage);
  return isOnHold ? ofContractOnHold(payPage) : failures[reason](payPage, threatOf(failure), siteUrl);
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

/** The plan does not depend on the payment. */
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
 * `checkout`: the upgrade's payment was declined. `card`: a renewal was declined. `retrying`: a renewal was
 * declined, and Stripe charges another card soon. `overdue`: an invoice is overdue.
 */
const failures: Record<Failure["reason"], (payPage: Parts, threat: string, siteUrl: string) => FailureText> =
  {
    checkout: (_payPage, _threat, siteUrl) => ({
      subject: "お支払いを完了できませんでした",
      news: "スタンダードプランのお支払いを完了できませんでした。料金は発生しておりません。",
      todo: [
        request,
        `カスタマーポータルにログインし、「アップグレード」または「ご契約とお支払い」からもう一度お手続きください。
別のカード、または請求書払いもお選びいただけます。`,
        signInLink(siteUrl),
      ],
    }),
    card: (payPage, threat, siteUrl) => ({
      subject: "カードでのお支払いを確認できませんでした",
      news: "スタンダードプランのご利用料金を、ご登録のカードで決済できませんでした。",
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
      news: `スタンダードプランのご利用料金を、以前のカードで決済できませんでした。
ご登録の新しいカードで、数日のうちに、あらためてお支払いの処理を行います。お手続きの必要はありません。`,
      todo: payPage,
    }),
    overdue: (payPage, threat) => ({
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

const expiryThreat = ({ nextChargeAt }: CardExpiry): string =>
  `${nextChargeAt === undefined ? "" : `次回のご請求（${japaneseDay(nextChargeAt)}）の`}お支払いを確認できない場合、スタンダードプランをご利用いただけなくなることがあります。`;

export const paymentMails = {
  "payment-failed": paymentFailedMail,
  "billing-payment-failed": billingPaymentFailedMail,
  /** Sent before the card expires; soon after it if the expiry was not known before. */
  "card-expires": (customer, expiry, siteUrl) =>
    customerLetter(customer, cardExpires, [
      ...cardNews(expiry),
      "カスタマーポータルにログインし、「ご契約とお支払い」から、カード情報の変更をお願いいたします。",
      signInLink(siteUrl),
      expiryThreat(expiry),
      crossed,
    ]),
  "billing-card-expires": (customer, expiry) =>
    billingLetter(customer, cardExpires, [
      ...cardNews(expiry),
      "カードの変更は、カスタマーポータルにログインできるご担当者へご連絡ください。",
      expiryThreat(expiry),
      crossed,
    ]),
} satisfies Partial<CustomerMails>;
