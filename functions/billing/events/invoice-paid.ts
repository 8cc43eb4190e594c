import type { AuditContext } from "../../platform/audit.ts";
import { followInvoice } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** A first payment, a renewal, or one that came late. */
export const invoicePaid = ({ data }: EventOf<"invoice.paid">, audit: AuditContext): Promise<void> =>
  followInvoice(data.object.id, audit);
