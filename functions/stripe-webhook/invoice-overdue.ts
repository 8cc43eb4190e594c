import { tellOfFailedPayment } from "../payments/follow-subscription.ts";
import type { Occasion } from "../services/billing-table.ts";
import type { EventOf } from "../services/stripe-events.ts";

/** An invoice was not paid by its due date. */
export const invoiceOverdue = ({ data }: EventOf<"invoice.overdue">, occasion: Occasion): Promise<void> =>
  tellOfFailedPayment(data.object.id, "overdue", occasion);
