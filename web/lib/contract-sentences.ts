/** The sentences about a contract on menu and contract. The server says what is true and what may be done. */
import { type Contract, latePayments, type Owed } from "#shared/contract.ts";
import { formatDay, formatLastDay } from "./format-day.ts";
import { formatYen } from "./price.ts";

/** A late payment of the contract that goes on, not of a former one. */
export const isCurrentLate = (contract: Contract): boolean =>
  latePayments(contract).some((each) => each.contract === "current");

const dueSentence = ({ owed }: Contract): string | undefined => {
  const due = formatDay(owed.find(({ state }) => state === "due")?.dueAt);
  return due === undefined ? undefined : `お支払い待ちの請求書があります。${due}までにお支払いください。`;
};

/** The meaning of the contract's state, and the customer's next step. */
export function stateSentence(contract: Contract): string {
  const { status, cancelAt, nextCharge } = contract;
  const end = formatLastDay(cancelAt);
  const due = dueSentence(contract);
  switch (status) {
    case "trial":
      return "スタンダードプランにアップグレードすると、ご契約の内容と請求書をここで確認できます。";
    case "provided":
      return "スタンダードプランをご利用いただけます。このポータルからのご請求はありません。";
    case "active":
      if (due !== undefined) return due;
      return nextCharge === null
        ? "スタンダードプランをご利用いただけます。ただいまご請求を停止しています。"
        : "ご契約は自動で更新されます。お手続きの必要はありません。";
    case "past_due":
      return `スタンダードプランは引き続きご利用いただけます。お支払いを確認しだい、この表示は消えます。${end === undefined ? "" : `ご契約は${end}に終了します。`}`;
    case "cancel_scheduled": {
      const after =
        due === undefined ? "以後は更新されず、ご請求もありません。" : `以後は更新されません。${due}`;
      const rest = nextCharge === null ? after : `それまでは自動で更新されます。${due ?? ""}`;
      return `${end ?? ""}までスタンダードプランをご利用いただけます。${rest}`;
    }
    case "on_hold":
      return `スタンダードプランのご利用を停止しています。${due ?? "再開については、お問い合わせください。"}`;
    case "suspended":
      return `スタンダードプランの機能はご利用いただけません。${end === undefined ? "" : `ご契約は${end}に終了しました。`}`;
  }
}

/** The cause of a late payment, and by when the customer has to act. */
export function lateSentence({ status }: Contract, owed: Owed): string {
  const { state, dueAt, nextAttemptAt, ways } = owed;
  if (owed.contract === "none")
    return "スタンダードプラン以外のご請求について、お支払いを確認できていません。お早めにお支払いください。";
  if (owed.contract === "former")
    return "終了したご契約について、お支払いを確認できていない請求があります。お早めにお支払いください。";
  if (status === "on_hold")
    return "スタンダードプランのご利用を停止しています。請求書のお支払いを確認しだい、ご利用を再開いたします。";
  const [due, next] = [formatDay(dueAt), formatDay(nextAttemptAt)];
  if (state === "retrying")
    return next === undefined
      ? "ご登録の新しいカードで、まもなくお支払いの処理を行います。"
      : `ご登録の新しいカードで、${next}にお支払いの処理を行います。お手続きの必要はありません。`;
  if (state === "overdue")
    return `お支払い期限${due === undefined ? "" : `（${due}）\u2060`}を過ぎています。お早めにお支払いください。`;
  const does = ways.includes("change-card") ? "請求書をお支払いいただくか、カードを変更して" : "お支払い";
  return next === undefined
    ? `ご登録のカードでお支払いいただけませんでした。お早めに${does}ください。`
    : `ご登録のカードでお支払いいただけませんでした。${next}にもう一度お支払いの処理を行いますので、それまでに${does}ください。`;
}

/** The consequence of not paying; undefined where there is none to come. */
export const threatOf = ({ status }: Contract, owed: Owed): string | undefined =>
  owed.contract === "current" && owed.state !== "retrying" && status !== "on_hold"
    ? "お支払いを確認できない場合、スタンダードプランをご利用いただけなくなります。"
    : undefined;

/** The state of the payments in a few words; `undefined` while Stripe does not answer. */
export function paymentHealth(contract: Contract): string | undefined {
  if (contract.invoices === null) return undefined;
  if (latePayments(contract).length > 0) return "お支払いを確認できていません";
  const [first] = contract.owed;
  if (!first) return "お支払いの遅れはありません";
  const due = formatDay(first.dueAt);
  return due === undefined ? "お支払い待ちの請求書があります" : `${due}までにお支払いください`;
}

/** `2026年12月20日　11,000円` */
export function nextChargeText({ status, nextCharge }: Contract): string {
  if (nextCharge === null)
    return ["active", "past_due", "on_hold"].includes(status) ? "停止中" : "ありません";
  const { at, amount } = nextCharge;
  return `${formatDay(at)}${amount === null ? "" : `　${formatYen(amount)}`}`;
}

const remaining = "お客様情報と音声プロバイダー情報は残り、いつでもご契約を再開できます。";

/** The consequences of a cancellation, before it is asked for. */
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
