import { dayMs } from "./durations.ts";

/**
 * Time from an invoice's due day, or a card's first decline, until the portal cancels the contract (decision
 * 18).
 */
export const unpaidMs = 30 * dayMs;

interface Late {
  /** ISO 8601. */
  nextAttemptAt?: string | null | undefined;
  /** ISO 8601. */
  dueAt?: string | null | undefined;
}

/**
 * Returns the sentence about the consequence of a late payment. `dayOf` formats a day in Japanese. The last
 * day of Stripe's retries is not known before, and Stripe's settings may end a contract earlier.
 */
export function suspensionText({ nextAttemptAt, dueAt }: Late, dayOf: (time: number) => string): string {
  const result = "スタンダードプランをご利用いただけなくなることがあります。";
  if (nextAttemptAt)
    return `次回のお支払いの処理（${dayOf(Date.parse(nextAttemptAt))}）でもお支払いを確認できない場合、${result}`;
  if (dueAt) return `${dayOf(Date.parse(dueAt) + unpaidMs)}までにお支払いを確認できない場合、${result}`;
  return `お支払いを確認できない場合、${result}`;
}
