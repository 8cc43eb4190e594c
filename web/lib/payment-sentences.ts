/**
 * Sentences about payments, for the menu and the contract screen. The API decides what is owed and which
 * actions are possible.
 */
import { type Contract, latePayments, type Owed } from "#shared/contract.ts";
import { formatYen } from "#shared/format-yen.ts";
import { invoiceStatusLabels } from "#shared/labels.ts";
import { suspensionText } from "#shared/suspension-text.ts";
import { formatDay, formatMonth } from "./format-day.ts";

/** Whether a payment of the current contract is late. */
export const isCurrentLate = (contract: Contract): boolean =>
  latePayments(contract).some((each) => each.contract === "current");

/** Returns the cause of a late payment, and until when to pay it. */
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

/** Returns the consequence of not paying and its date; `undefined` without one. */
export function consequenceSentence({ status }: Contract, owed: Owed): string | undefined {
  if (owed.contract !== "current" || owed.state === "retrying" || status === "on_hold") return undefined;
  return suspensionText(owed, (time) => formatDay(new Date(time).toISOString()) ?? "");
}

/**
 * Returns where the first invoice is sent and until when to pay it. For a contract by invoice before its first invoice.
 */
export function firstInvoiceSentence({ billingContact: { email }, paymentMethod }: Contract): string {
  const { daysUntilDue } = paymentMethod ?? {};
  const due = daysUntilDue === undefined ? "記載の" : `発行日から${daysUntilDue}日後の`;
  const to = email === "" ? "ご登録のメールアドレス" : ` ${email} `;
  return `お申し込みから数時間以内に、請求書を${to}にお送りします。届きましたら、${due}お支払い期限までに銀行振込でお支払いください。`;
}

/** Returns the sentence about the expiry of the card that is charged next; `undefined` if no other card is needed. */
export function cardExpirySentence({ paymentMethod }: Contract): string | undefined {
  if (paymentMethod?.expiry === undefined || paymentMethod.expires === undefined) return undefined;
  const state = paymentMethod.expires === "over" ? "過ぎています" : "近づいています";
  return `ご登録のカードの有効期限（${formatMonth(paymentMethod.expiry)}）\u2060が${state}。`;
}

/** Returns the state of the payments in a few words; `undefined` if Stripe's data is not available. */
export function paymentHealth(contract: Contract): string | undefined {
  if (contract.invoices === null) return undefined;
  if (latePayments(contract).length > 0) return "お支払いを確認できていません";
  const [first] = contract.owed;
  if (!first) return "お支払いの遅れはありません";
  const due = formatDay(first.dueAt);
  return due === undefined ? "お支払い待ちの請求書があります" : `${due}までにお支払いください`;
}

/**
 * Returns the sum of the late payments and the next charge: `22,000円（お支払い未確認 11,000円、次回 11,000円）`.
 * `undefined` unless both exist.
 */
export function sumText(contract: Contract): string | undefined {
  const late = latePayments(contract).reduce((sum, { amount }) => sum + amount, 0);
  const next = contract.nextCharge?.amount ?? 0;
  if (late === 0 || next === 0) return undefined;
  return `${formatYen(late + next)}（${invoiceStatusLabels.late} ${formatYen(late)}、次回 ${formatYen(next)}）`;
}

/** Formats the next charge as `2026年12月20日　11,000円`. */
export function nextChargeText({ status, nextCharge }: Contract): string {
  if (nextCharge === null)
    return ["active", "past_due", "on_hold"].includes(status) ? "停止中" : "ありません";
  const { at, amount } = nextCharge;
  return `${formatDay(at)}${amount === null ? "" : `　${formatYen(amount)}`}`;
}
