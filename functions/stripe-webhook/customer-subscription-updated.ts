import { followSubscription } from "../payments/follow-subscription.ts";
import type { Occasion } from "../services/billing-table.ts";
import type { EventOf } from "../services/stripe-events.ts";

/** Among others: paid late, or unpaid for longer than Stripe is told to wait. */
export const customerSubscriptionUpdated = (
  { data }: EventOf<"customer.subscription.updated">,
  occasion: Occasion,
): Promise<void> => followSubscription(data.object.id, occasion);
