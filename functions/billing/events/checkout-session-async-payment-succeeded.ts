import type { AuditContext } from "../../platform/audit.ts";
import type { EventOf } from "../stripe/events.ts";
import { takeSession } from "./take-session.ts";

/** The bank said yes after the customer had left Stripe's page. */
export async function checkoutSessionAsyncPaymentSucceeded(
  { data }: EventOf<"checkout.session.async_payment_succeeded">,
  audit: AuditContext,
): Promise<void> {
  await takeSession(data.object.id, audit);
}
