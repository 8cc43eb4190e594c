import { readCustomer } from "../../customer/customer-table.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { changeCard } from "../change-card.ts";
import { fulfilSession } from "../fulfil.ts";
import { markSeen } from "../stripe/events.ts";
import { readSession } from "../stripe/sessions.ts";

/** Every event of a session is a reason to ask Stripe how the session stands, and nothing more: events come late. */
export async function takeSession(id: string, audit: AuditContext): Promise<void> {
  const session = await readSession(id);
  const { owner } = session;
  // Sessions that were not opened here, from Stripe's own pages for instance.
  if (owner === null || !(await readCustomer(owner))) return markSeen(audit.eventId);
  if (session.state === "card-left") await changeCard(owner, session, audit);
  else await fulfilSession(owner, session, audit);
}
