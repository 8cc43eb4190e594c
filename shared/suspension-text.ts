import { dayMs } from "./durations.ts";

/** From an invoice's due day on, or a card's first refusal: so long the portal waits before it ends a contract (decision 18). */
export const unpaidMs = 30 * dayMs;

interface Late {
  /** ISO 8601. */
  nextAttemptAt?: string | null | undefined;
  /** ISO 8601. */
  dueAt?: string | null | undefined;
}

/**
 * The consequence of a late payment that stays away. `dayOf` writes a day in Japanese. Nobody knows the last day of Stripe's retries before,
 * and its settings may end a contract earlier.
 */
export function suspensionText({ nextAttemptAt, dueAt }: Late, dayOf: (time: number) => string): string {
  const result = "スタンダードプランをご利用いただけなくなることがあります。";
  if (nextAttemptAt)
    return `次回のお支払いの処理（${dayOf(Date.parse(nextAttemptAt))}）でもお支払いを確認できない場合、${result}`;
  if (dueAt) return `${dayOf(Date.parse(dueAt) + unpaidMs)}までにお支払いを確認できない場合、${result}`;
  return `お支払いを確認できない場合、${result}`;
}
