import type { Occasion } from "../billing-table.ts";
import { tellOfFailedPayment } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** A renewal was declined; Stripe tries again by its own schedule. */
export const invoicePaymentFailed = (
  { data }: EventOf<"invoice.payment_failed">,
  occasion: Occasion,
): Promise<void> => tellOfFailedPayment(data.object.id, "card", occasion);
