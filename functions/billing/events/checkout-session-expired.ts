import type { AuditContext } from "../../platform/audit.ts";
import type { EventOf } from "../stripe/events.ts";
import { takeSession } from "./take-session.ts";

/** Nobody paid within a day, or the customer chose the invoice instead. */
export async function checkoutSessionExpired(
  { data }: EventOf<"checkout.session.expired">,
  audit: AuditContext,
): Promise<void> {
  await takeSession(data.object.id, audit);
}
