/** The mails about a contract: started, changed, cancelled or ended. `siteUrl` is the site's origin. */
import type { Profile } from "#functions/customer/profile.ts";
import { japaneseLastDay } from "#functions/platform/time.ts";
import type { Parts } from "../layout.ts";
import { type CustomerMails, contactUs, customerLetter, type Recipient, signInLink } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import type { MailOf } from "../outbox.ts";

type Payer = Recipient & Pick<Profile, "billingEmail">;
type Payment = Pick<MailOf<"payment-type-changed">, "paymentType" | "daysUntilDue">;

/** The address that invoices go to, and their due date. */
const invoiceParts = ({ billingEmail }: Payer, { daysUntilDue }: Payment): Parts => [
  {
    facts: [
      ["請求書の送付先", billingEmail === "" ? "ご登録のメールアドレス" : billingEmail],
      [
        "お支払い期限",
        daysUntilDue === undefined ? "請求書に記載の期限" : `請求書の発行日から${daysUntilDue}日後`,
      ],
    ],
  },
  "請求書に記載の振込先へ、お支払い期限までにお振り込みをお願いいたします。",
];

const cardText = `クレジットカード（ご契約期間ごとに、カードに自動で請求されます）
カード情報は、カスタマーポータルの「ご契約とお支払い」からいつでも変更できます。`;

/** Stripe issues the first invoice an hour after the purchase. */
const paymentParts = (payer: Payer, payment: Payment): Parts =>
  payment.paymentType === "card"
    ? [cardText]
    : [
        `請求書払い（銀行振込）
最初の請求書を、お申し込みから数時間以内にメールでお送りします。以後は、ご契約期間ごとにお送りします。`,
        ...invoiceParts(payer, payment),
      ];

const news = {
  upgraded: {
    subject: "スタンダードプランへのアップグレード完了のお知らせ",
    text: "スタンダードプランへのアップグレードが完了しました。",
  },
  resubscribed: {
    subject: "スタンダードプランのご契約再開のお知らせ",
    text: "スタンダードプランのご契約が再開しました。ご登録のVonageの接続情報は、そのままご利用いただけます。",
  },
} as const;

/** Specification, /upgrade/comp. */
function upgradedMail(
  recipient: Payer,
  { template, ...payment }: MailOf<"upgraded" | "resubscribed">,
  siteUrl: string,
): Mail {
  const { subject, text } = news[template];
  return customerLetter(recipient, subject, [
    text,
    { heading: "お支払い方法" },
    ...paymentParts(recipient, payment),
    { heading: "ご利用について" },
    `スタンダードプランの機能は、プラグインからすぐにご利用いただけます。
ご契約内容と請求書は、カスタマーポータルの「ご契約とお支払い」でご確認ください。`,
    signInLink(siteUrl),
  ]);
}

const changedMail = (recipient: Recipient, subject: string, change: Parts, siteUrl: string): Mail =>
  customerLetter(recipient, subject, [
    ...change,
    { heading: "お心当たりがない場合" },
    `${contactUs}
ご契約内容は、「ご契約とお支払い」でご確認いただけます。`,
    signInLink(siteUrl),
  ]);

const causes = {
  cancelled: "スタンダードプランのご契約が終了しましたので、お知らせいたします。",
  unpaid: "スタンダードプランのご利用料金のお支払いを確認できなかったため、ご利用を停止いたしました。",
  disputed:
    "スタンダードプランのお支払いが取り消されたとの連絡をカード会社より受けたため、ご契約を終了いたしました。",
  paused: "スタンダードプランのご契約を一時停止いたしましたので、お知らせいたします。",
} as const;

const againAfterTheEnd = `カスタマーポータルの「ご契約とお支払い」から、いつでもスタンダードプランをお申し込みいただけます。
ご登録のVonageの接続情報は、そのままお預かりしています。`;

/** A contract on hold continues: the customer can pay or cancel it, but cannot subscribe again. */
function again({ reason, isOnHold }: MailOf<"plan-suspended">): Parts {
  if (!isOnHold) return [againAfterTheEnd];
  const way =
    reason === "unpaid"
      ? "カスタマーポータルの「ご契約とお支払い」から、お支払いを確認できていない請求書をお支払いください。お支払いを確認しだい、ご利用を再開いたします。"
      : contactUs;
  return [
    `${way}
ご登録のVonageの接続情報は、そのままお預かりしています。`,
    { heading: "解約される場合" },
    "ご契約は終了していません。解約される場合は、「ご契約とお支払い」からお手続きください。",
  ];
}

const unexpected = `お心当たりがない場合は、${contactUs}`;

export const contractMails = {
  upgraded: upgradedMail,
  resubscribed: upgradedMail,
  /** The contract ends with its period. */
  "cancellation-scheduled": (customer, { endsAt }, siteUrl) =>
    changedMail(
      customer,
      "解約のお申し込みを受け付けました",
      [
        "スタンダードプランの解約のお申し込みを受け付けました。",
        { heading: "ご利用について" },
        `${japaneseLastDay(endsAt)}まで、スタンダードプランの機能をこれまでどおりご利用いただけます。
その後はご契約が終了し、以後のご請求はありません。
すでに発行された請求書がお支払い前の場合は、お支払いをお願いいたします。`,
        { heading: "解約を取り消す場合" },
        "それまでは、カスタマーポータルの「ご契約とお支払い」からいつでも取り消せます。",
      ],
      siteUrl,
    ),
  "cancellation-withdrawn": (customer, _content, siteUrl) =>
    changedMail(
      customer,
      "解約のお申し込みを取り消しました",
      [
        `スタンダードプランの解約のお申し込みを取り消しました。
ご契約は、これまでどおり自動で更新されます。`,
      ],
      siteUrl,
    ),
  "payment-type-changed": (customer, payment, siteUrl) => {
    const isCard = payment.paymentType === "card";
    return changedMail(
      customer,
      "お支払い方法を変更しました",
      [
        `スタンダードプランのお支払い方法を、${isCard ? "クレジットカード" : "請求書払い（銀行振込）"}に変更しました。`,
        { heading: "次回のお支払いについて" },
        isCard
          ? "次回から、ご登録のクレジットカードに自動で請求されます。"
          : "次回のご請求から、請求書をメールでお送りします。",
        ...(isCard ? [] : invoiceParts(customer, payment)),
        "すでに発行された請求書は、これまでの方法でお支払いください。",
      ],
      siteUrl,
    );
  },
  "plan-suspended": (customer, suspension, siteUrl) =>
    customerLetter(customer, "スタンダードプラン停止のお知らせ", [
      causes[suspension.reason],
      { heading: "ご利用について" },
      "スタンダードプランの機能は、ただいまご利用いただけません。",
      { heading: "ご利用の再開について" },
      ...again(suspension),
      unexpected,
      signInLink(siteUrl),
    ]),
  /** A contract that was on hold was paid. */
  "plan-restored": (customer, _content, siteUrl) =>
    customerLetter(customer, "スタンダードプランご利用再開のお知らせ", [
      "スタンダードプランのご利用を再開いたしましたので、お知らせいたします。",
      { heading: "ご利用について" },
      `スタンダードプランの機能は、プラグインからすぐにご利用いただけます。
ご登録のVonageの接続情報は、そのままご利用いただけます。
ご契約内容と請求書は、カスタマーポータルの「ご契約とお支払い」でご確認ください。`,
      signInLink(siteUrl),
    ]),
  /** A contract that was on hold has ended. */
  "contract-ended": (customer, _content, siteUrl) =>
    customerLetter(customer, "スタンダードプランご契約終了のお知らせ", [
      "停止中でしたスタンダードプランのご契約が終了しましたので、お知らせいたします。",
      { heading: "ご請求について" },
      `以後、ご契約の更新とそのご請求はありません。
すでに発行された請求書がお支払い前の場合は、お支払いをお願いいたします。`,
      { heading: "ご利用の再開について" },
      againAfterTheEnd,
      unexpected,
      signInLink(siteUrl),
    ]),
} satisfies Partial<CustomerMails>;
