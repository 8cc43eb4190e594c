import { followSubscription } from "../payments/follow-subscription.ts";
import type { Occasion } from "../services/billing-table.ts";
import type { EventOf } from "../services/stripe-events.ts";

/** It is over. */
export const customerSubscriptionDeleted = (
  { data }: EventOf<"customer.subscription.deleted">,
  occasion: Occasion,
): Promise<void> => followSubscription(data.object.id, occasion);
