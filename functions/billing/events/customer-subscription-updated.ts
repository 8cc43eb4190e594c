import type { AuditContext } from "../../platform/audit.ts";
import { followSubscription } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** Among others: paid late, or unpaid for longer than Stripe is told to wait. */
export const customerSubscriptionUpdated = (
  { data }: EventOf<"customer.subscription.updated">,
  audit: AuditContext,
): Promise<void> => followSubscription(data.object.id, audit);
