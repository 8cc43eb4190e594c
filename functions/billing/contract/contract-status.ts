import type { ContractStatus } from "#shared/contract.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";

/** A subscription's status for the customer. */
export function contractStatusOf(subscription: SubscriptionFacts): ContractStatus {
  if (!subscription.isInForce) return "suspended";
  if (subscription.status === "past_due") return "past_due";
  return subscription.contract.cancelAt === undefined ? "active" : "cancel_scheduled";
}
