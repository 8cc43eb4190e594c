import type { Occasion } from "../billing-table.ts";
import { followSubscription } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** It is over. */
export const customerSubscriptionDeleted = (
  { data }: EventOf<"customer.subscription.deleted">,
  occasion: Occasion,
): Promise<void> => followSubscription(data.object.id, occasion);
