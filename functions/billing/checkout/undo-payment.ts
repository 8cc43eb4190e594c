import type { Profile } from "#functions/customer/profile.ts";
import { log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { recordUndoing, type Undoing } from "../billing-table.ts";
import { type SubscriptionFacts, undoSubscription } from "../stripe/subscriptions.ts";

interface PaymentToUndo {
  subscription: SubscriptionFacts;
  why: Undoing["why"];
}

/**
 * Cancels the subscription and refunds what was paid for it. The audit row is written first, with a task for the reconciler, so
 * that a crash or a failure of Stripe cannot hide it; the customer of a closed account is told with that task. Can be repeated.
 */
export async function undoPayment(
  sub: string,
  { customerId }: Profile,
  { subscription, why }: PaymentToUndo,
): Promise<void> {
  const { id: subscriptionId } = subscription;
  if ((await recordUndoing(sub, { customerId, subscriptionId, why })) === "written") {
    log("error", `${why === "closed" ? "payment of a closed account" : "duplicate payment"} refunded`, {
      customer: sub,
      subscription: subscriptionId,
    });
    count("SecondSubscriptions");
  }
  await undoSubscription(subscription);
}
