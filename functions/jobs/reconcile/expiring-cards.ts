import { sendExpiryMailIfDue } from "#functions/billing/contract/card-expiry.ts";
import {
  listSubscriptionsByCard,
  type SubscriptionWithCard,
} from "#functions/billing/stripe/subscriptions.ts";
import { cardExpiryTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { updateItem } from "#functions/platform/table.ts";
import { japanDay } from "#functions/platform/time.ts";
import { type NextPart, type Pass, processPage, runPass } from "../passes/pass.ts";

/**
 * Mails customers whose cards expire within 30 days: Stripe has no event for a subscription's card. Runs
 * daily; the audit key prevents duplicate mail.
 */
export const mailExpiringCards = (timeMs: number) =>
  runPass({ name: "expiring-cards", age: "ExpiringCardsAge", period: japanDay(), timeMs, part });

async function part({ cursor, counts }: Pass): Promise<NextPart> {
  const { subscriptions, next } = await listSubscriptionsByCard(cursor);
  const failure = "mail about an expiring card could not be sent";
  await processPage(subscriptions, mailOrCheckAgain, failure);
  return { cursor: next, counts: { cards: (counts.cards ?? 0) + subscriptions.length } };
}

/** If it fails, the reconciler repeats it. */
async function mailOrCheckAgain(subscription: SubscriptionWithCard): Promise<void> {
  try {
    await sendExpiryMailIfDue(subscription);
  } catch (error) {
    if (subscription.sub !== undefined) await updateItem(cardExpiryTask(subscription.sub, subscription.id));
    throw error;
  }
}
