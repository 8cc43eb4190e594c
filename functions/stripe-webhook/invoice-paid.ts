import { followInvoice } from "../payments/follow-subscription.ts";
import type { Occasion } from "../services/billing-table.ts";
import type { EventOf } from "../services/stripe-events.ts";

/** A first payment, a renewal, or one that came late. */
export const invoicePaid = ({ data }: EventOf<"invoice.paid">, occasion: Occasion): Promise<void> =>
  followInvoice(data.object.id, occasion);
