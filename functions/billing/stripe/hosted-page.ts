/**
 * Computes how long Stripe's hosted invoice page is available. Source: Stripe docs, "Hosted Invoice Page",
 * "Invoice URLs".
 */
import type Stripe from "stripe";
import { japanDay } from "#functions/platform/time.ts";
import { dayMs } from "#shared/durations.ts";

/** Times in milliseconds since the epoch. */
interface PageTimes {
  finalizedAt: number;
  /** Undefined if a card is charged. */
  dueAt: number | undefined;
  /** When Stripe's API returned the link. */
  readAt: number;
}

/**
 * Returns the last whole day in Japan (`2026-12-31`) on which the link opens: 30 days from the due date or,
 * without one, from the issue, at most 120 days from the issue, and in any case 10 days from `readAt`.
 */
export function lastPageDay({ finalizedAt, dueAt = finalizedAt, readAt }: PageTimes): string {
  const end = Math.min(dueAt + 30 * dayMs, finalizedAt + 120 * dayMs);
  // The link ends within a day.
  return japanDay(Math.max(end, readAt + 10 * dayMs) - dayMs);
}

/** Returns the last day for an invoice that was read now. */
export const pageUntil = ({ status_transitions, created, due_date }: Stripe.Invoice): string =>
  lastPageDay({
    finalizedAt: (status_transitions.finalized_at ?? created) * 1000,
    dueAt: due_date === null ? undefined : due_date * 1000,
    readAt: Date.now(),
  });
