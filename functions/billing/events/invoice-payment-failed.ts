import type { AuditContext } from "../../platform/audit.ts";
import { tellOfFailedPayment } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** A renewal was declined; Stripe tries again by its own schedule. */
export const invoicePaymentFailed = (
  { data }: EventOf<"invoice.payment_failed">,
  audit: AuditContext,
): Promise<void> => tellOfFailedPayment(data.object.id, "card", audit);
