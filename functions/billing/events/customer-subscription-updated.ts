import type { Occasion } from "../billing-table.ts";
import { followSubscription } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** Among others: paid late, or unpaid for longer than Stripe is told to wait. */
export const customerSubscriptionUpdated = (
  { data }: EventOf<"customer.subscription.updated">,
  occasion: Occasion,
): Promise<void> => followSubscription(data.object.id, occasion);
