import { fulfil } from "../checkout/fulfil.ts";
import { syncContract } from "../contract/sync-contract.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";

/**
 * Handles a subscription that changed or ended, or whose invoice was issued or paid. Returns the
 * subscription. The event may arrive before the one of its payment: so it fulfils the payment too. A
 * subscription beside the customer's contract is a second payment, or one that the portal did not request.
 */
export async function followSubscription(id: string): Promise<SubscriptionFacts> {
  const { subscription, unlinkedCustomer } = await syncContract(id);
  if (unlinkedCustomer && subscription.contract.state === "in-force")
    await fulfil(unlinkedCustomer.sub, subscription);
  return subscription;
}
