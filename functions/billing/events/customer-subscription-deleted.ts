import type { AuditContext } from "../../platform/audit.ts";
import { followSubscription } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** It is over. */
export const customerSubscriptionDeleted = (
  { data }: EventOf<"customer.subscription.deleted">,
  audit: AuditContext,
): Promise<void> => followSubscription(data.object.id, audit);
