/** Sentences about the contract on its screen. The API decides the state and the possible actions. */
import type { Contract } from "#shared/contract.ts";
import { formatDay, formatLastDay } from "#web/lib/format-day.ts";
import { cardExpirySentence, firstInvoiceSentence } from "#web/lib/payment-sentences.ts";

const dueSentence = ({ owed }: Contract): string | undefined => {
  const due = formatDay(owed.find(({ state }) => state === "due")?.dueAt);
  return due === undefined ? undefined : `お支払い待ちの請求書があります。${due}までにお支払いください。`;
};

/**
 * Whether the contract has no invoice yet: Stripe issues it some time after the start. Earlier invoices are a
 * former contract's.
 */
const isBeforeFirstInvoice = ({ paymentMethod, invoices, startedAt }: Contract): boolean =>
  paymentMethod?.type === "invoice" &&
  invoices !== null &&
  invoices.every(({ issuedAt }) => issuedAt < (startedAt ?? ""));

/** Returns the sentence about the contract's state and the customer's next step. */
export function stateSentence(contract: Contract): string {
  const { status, cancelAt, nextCharge, owed } = contract;
  const end = formatLastDay(cancelAt);
  const due = dueSentence(contract);
  switch (status) {
    case "trial":
      return "スタンダードプランにアップグレードすると、ご契約の内容と請求書をここで確認できます。";
    case "provided":
      return "スタンダードプランをご利用いただけます。カスタマーポータルからのご請求はありません。";
    case "active":
      if (due !== undefined) return due;
      if (nextCharge === null)
        return "スタンダードプランをご利用いただけます。ただいまご請求を停止しています。";
      // Without Stripe's data, it is unknown whether something is owed.
      if (contract.invoices === null)
        return "ご契約は自動で更新されます。ただいまお支払いの状況を確認できません。時間をおいて、もう一度お確かめください。";
      if (isBeforeFirstInvoice(contract))
        return `ご契約は自動で更新されます。${firstInvoiceSentence(contract)}`;
      return `ご契約は自動で更新されます。${cardExpirySentence(contract) === undefined ? "お手続きの必要はありません。" : ""}`;
    case "past_due":
      return `スタンダードプランは引き続きご利用いただけます。お支払いを確認できましたら、ご利用はそのまま続きます。${end === undefined ? "" : `ご契約は${end}に終了します。`}`;
    case "cancel_scheduled": {
      const after =
        due === undefined ? "以後は更新されず、ご請求もありません。" : `以後は更新されません。${due}`;
      const rest = nextCharge === null ? after : `それまでは自動で更新されます。${due ?? ""}`;
      return `${end ?? ""}までスタンダードプランをご利用いただけます。${rest}`;
    }
    case "on_hold":
      return `スタンダードプランのご利用を停止しています。${owed.some((each) => each.contract === "current") ? "お支払い待ちの請求書があります。お支払いを確認しだい、ご利用を再開いたします。" : "再開については、お問い合わせください。"}`;
    case "ended":
      return `スタンダードプランの機能はご利用いただけません。${end === undefined ? "" : `ご契約は${end}に終了しました。`}`;
  }
}

const remaining = "お客様情報とVonageの接続情報は残り、いつでもご契約を再開できます。";

/** Returns the consequences of a cancellation. */
export function cancellationSentences({ status, owed, currentPeriodEnd }: Contract): readonly string[] {
  const debt = owed.some((each) => each.contract === "current")
    ? ["すでに発行された請求書は、お支払いをお願いいたします。"]
    : [];
  if (status === "on_hold")
    return [
      "停止中のご契約は、ただちに終了します。解約は取り消せません。",
      "以後は更新されず、新しいご請求もありません。",
      ...debt,
      remaining,
    ];
  return [
    `${formatLastDay(currentPeriodEnd) ?? "ご契約期間の終了日"}まで、これまでどおりご利用いただけます。`,
    "それまでは、この画面から解約を取り消せます。",
    `その後は更新されず、${debt.length > 0 ? "新しい" : ""}ご請求もありません。日割りでのご返金はありません。`,
    ...debt,
    remaining,
  ];
}
