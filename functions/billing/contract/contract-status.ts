import type { ContractStatus } from "#shared/contract.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";

/** What the customer is told of a subscription. */
export function contractStatusOf(subscription: SubscriptionFacts): ContractStatus {
  if (!subscription.isInForce) return "suspended";
  if (subscription.status === "past_due") return "past_due";
  return subscription.contract.cancelAt === undefined ? "active" : "cancel_scheduled";
}
