import { canSubscribe } from "#functions/customer/profile.ts";
import { fulfil } from "../checkout/fulfil.ts";
import { syncContract } from "../contract/sync-contract.ts";

/** Handles a subscription that changed or ended, or whose invoice was paid. This event may arrive before the one of its payment. */
export async function handleSubscription(id: string): Promise<void> {
  const { subscription, unrecordedFor } = await syncContract(id);
  if (unrecordedFor && canSubscribe(unrecordedFor.profile) && subscription.isInForce)
    await fulfil(unrecordedFor.sub, subscription);
}
