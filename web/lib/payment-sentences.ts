/** The sentences about payments, which menu and contract share. The server says what is true and what may be done. */
import { type Contract, latePayments, type Owed } from "#shared/contract.ts";
import { formatYen } from "#shared/format-yen.ts";
import { invoiceStatusLabels } from "#shared/labels.ts";
import { suspensionText } from "#shared/suspension-text.ts";
import { formatDay, formatMonth } from "./format-day.ts";

/** A late payment of the contract that goes on, not of a former one. */
export const isCurrentLate = (contract: Contract): boolean =>
  latePayments(contract).some((each) => each.contract === "current");

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
    ? `ご登録のカードで決済できませんでした。お早めに${does}ください。`
    : `ご登録のカードで決済できませんでした。${next}にもう一度お支払いの処理を行いますので、それまでに${does}ください。`;
}

/** The consequence of not paying, and from when on; undefined where there is none to come. */
export function threatOf({ status }: Contract, owed: Owed): string | undefined {
  if (owed.contract !== "current" || owed.state === "retrying" || status === "on_hold") return undefined;
  return suspensionText(owed, (time) => formatDay(new Date(time).toISOString()) ?? "");
}

/** Of a contract by invoice, until its first one is issued: where it goes, and until when it is to be paid. */
export function firstInvoiceSentence({ billingContact: { email }, paymentMethod }: Contract): string {
  const { daysUntilDue } = paymentMethod ?? {};
  const due = daysUntilDue === undefined ? "記載の" : `発行日から${daysUntilDue}日後の`;
  const to = email === "" ? "ご登録のメールアドレス" : ` ${email} `;
  return `お申し込みから数時間以内に、請求書を${to}にお送りします。届きましたら、${due}お支払い期限までに銀行振込でお支払いください。`;
}

/** The expiry of the card that is charged next, where another card is needed; undefined otherwise. */
export function cardExpirySentence({ paymentMethod }: Contract): string | undefined {
  if (paymentMethod?.expiry === undefined || paymentMethod.expires === undefined) return undefined;
  const state = paymentMethod.expires === "over" ? "過ぎています" : "近づいています";
  return `ご登録のカードの有効期限（${formatMonth(paymentMethod.expiry)}）\u2060が${state}。`;
}

/** The state of the payments in a few words; `undefined` while Stripe does not answer. */
export function paymentHealth(contract: Contract): string | undefined {
  if (contract.invoices === null) return undefined;
  if (latePayments(contract).length > 0) return "お支払いを確認できていません";
  const [first] = contract.owed;
  if (!first) return "お支払いの遅れはありません";
  const due = formatDay(first.dueAt);
  return due === undefined ? "お支払い待ちの請求書があります" : `${due}までにお支払いください`;
}

/** The late payments and the next charge in one sum: `22,000円（お支払い未確認 11,000円、次回 11,000円）`. Undefined without one of them. */
export function sumText(contract: Contract): string | undefined {
  const late = latePayments(contract).reduce((sum, { amount }) => sum + amount, 0);
  const next = contract.nextCharge?.amount ?? 0;
  if (late === 0 || next === 0) return undefined;
  return `${formatYen(late + next)}（${invoiceStatusLabels.late} ${formatYen(late)}、次回 ${formatYen(next)}）`;
}

/** `2026年12月20日　11,000円` */
export function nextChargeText({ status, nextCharge }: Contract): string {
  if (nextCharge === null)
    return ["active", "past_due", "on_hold"].includes(status) ? "停止中" : "ありません";
  const { at, amount } = nextCharge;
  return `${formatDay(at)}${amount === null ? "" : `　${formatYen(amount)}`}`;
}
