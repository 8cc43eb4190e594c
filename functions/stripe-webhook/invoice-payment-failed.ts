import { tellOfFailedPayment } from "../payments/follow-subscription.ts";
import type { Occasion } from "../services/billing-table.ts";
import type { EventOf } from "../services/stripe-events.ts";

/** A renewal was declined; Stripe tries again by its own schedule. */
export const invoicePaymentFailed = (
  { data }: EventOf<"invoice.payment_failed">,
  occasion: Occasion,
): Promise<void> => tellOfFailedPayment(data.object.id, "card", occasion);
