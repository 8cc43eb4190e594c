import { isExpiryMailDue, tellOfExpiry } from "#functions/billing/contract/card-expiry.ts";
import {
  listSubscriptionsByCard,
  type SubscriptionWithCard,
} from "#functions/billing/stripe/subscriptions.ts";
import type { Item } from "#functions/platform/table.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { processRows } from "#functions/tasks/run.ts";

/** Tells of cards that expire within 30 days. Stripe has no event of it for a subscription's card. */
export const tellOfExpiringCards = () =>
  processRows({
    rows: expiringCards(),
    parse: ({ subscription }): SubscriptionWithCard => subscription,
    order: () => 0,
    settle: tellOfExpiry,
    failure: "customer could not be told of an expiring card",
  });

/** The day on which this sandbox looked last. A look by another one finds nothing new. A UTC day begins at 9:00 in Japan. */
let lookedOn: string | undefined;

async function* expiringCards(): AsyncGenerator<Item> {
  const today = new Date().toISOString().slice(0, 10);
  // Without a price nobody pays.
  if (optionalEnvironment("STRIPE_PRICE_ID") === undefined || lookedOn === today) return;
  try {
    for (const subscription of await listSubscriptionsByCard())
      if (isExpiryMailDue(subscription)) yield { sk: subscription.id, subscription };
    lookedOn = today;
  } catch (error) {
    log("error", "expiring cards could not be listed", errorFields(error));
    count("TasksFailed");
  }
}
