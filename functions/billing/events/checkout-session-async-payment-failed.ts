import type { AuditContext } from "../../platform/audit.ts";
import type { EventOf } from "../stripe/events.ts";
import { takeSession } from "./take-session.ts";

/** The bank said no after the customer had left Stripe's page: the checkout is closed and the customer told. */
export async function checkoutSessionAsyncPaymentFailed(
  { data }: EventOf<"checkout.session.async_payment_failed">,
  audit: AuditContext,
): Promise<void> {
  await takeSession(data.object.id, audit);
}
