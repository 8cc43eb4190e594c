import type { AuditContext } from "../../platform/audit.ts";
import { tellOfFailedPayment } from "../follow-subscription.ts";
import type { EventOf } from "../stripe/events.ts";

/** An invoice was not paid by its due date. */
export const invoiceOverdue = ({ data }: EventOf<"invoice.overdue">, audit: AuditContext): Promise<void> =>
  tellOfFailedPayment(data.object.id, "overdue", audit);
