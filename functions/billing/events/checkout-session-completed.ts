import type { AuditContext } from "../../platform/audit.ts";
import type { EventOf } from "../stripe/events.ts";
import { takeSession } from "./take-session.ts";

/** The customer left Stripe's page: paid, with a payment that the bank still decides, or with a new card. */
export async function checkoutSessionCompleted(
  { data }: EventOf<"checkout.session.completed">,
  audit: AuditContext,
): Promise<void> {
  await takeSession(data.object.id, audit);
}
