import { isExpiryMailDue, tellOfExpiry } from "#functions/billing/contract/card-expiry.ts";
import {
  listSubscriptionsByCard,
  type SubscriptionWithCard,
} from "#functions/billing/stripe/subscriptions.ts";
import { counterKeys, countIn } from "#functions/platform/rate-limits.ts";
import { getItem, type Item, updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { processRows } from "#functions/tasks/run.ts";
import { dayMs } from "#shared/durations.ts";

/** Tells of cards that expire within 30 days. Stripe has no event of it for a subscription's card. */
export const tellOfExpiringCards = () =>
  processRows({
    rows: expiringCards(),
    parse: ({ subscription }): SubscriptionWithCard => subscription,
    order: () => 0,
    settle: tellOfExpiry,
    failure: "customer could not be told of an expiring card",
  });

/** Once a day in Japan. Two runs at once find the same, and nobody is told twice. */
const daily = { of: "CARD_EXPIRY#PORTAL", most: 1, windowMs: dayMs, message: "" } as const;

async function* expiringCards(): AsyncGenerator<Item> {
  // Without a price nobody pays.
  if (optionalEnvironment("STRIPE_PRICE_ID") === undefined) return;
  const today = counterKeys(daily).now;
  if (countIn(await getItem(today)) > 0) return;
  try {
    for (const subscription of await listSubscriptionsByCard())
      if (isExpiryMailDue(subscription)) yield { sk: subscription.id, subscription };
    const expiresAt = epochSeconds(Date.now() + dayMs);
    await updateItem({ update: today, creates: true, set: { count: 1, expiresAt } });
  } catch (error) {
    log("error", "expiring cards could not be listed", errorFields(error));
    countMetric("TasksFailed");
  }
}
