import type { Occasion } from "../billing-table.ts";
import { followInvoice } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** A first payment, a renewal, or one that came late. */
export const invoicePaid = ({ data }: EventOf<"invoice.paid">, occasion: Occasion): Promise<void> =>
  followInvoice(data.object.id, occasion);
