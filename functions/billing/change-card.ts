import { readCustomer } from "../customer/customer-table.ts";
import type { AuditContext } from "../platform/audit.ts";
import { recordCard } from "./billing-table.ts";
import { markSeen } from "./stripe/events.ts";
import { type CardSession, setDefaultCard } from "./stripe/sessions.ts";
import { setSubscriptionCard } from "./stripe/subscriptions.ts";

/** The card that the customer left is charged from now on, unless one was left after it. */
export async function changeCard(
  sub: string,
  session: Extract<CardSession, { state: "card-left" }>,
  audit: AuditContext,
): Promise<void> {
  const profile = await readCustomer(sub);
  const isOwn = profile?.stripeCustomerId === session.stripeCustomerId;
  if (!profile || !isOwn || (profile.cardLeftAt ?? 0) >= session.leftAt) return markSeen(audit.eventId);
  await setDefaultCard(session.stripeCustomerId, session.card);
  // A subscription from Checkout has a card of its own, which goes before the customer's.
  if (profile.subscriptionId !== undefined) await setSubscriptionCard(profile.subscriptionId, session.card);
  await recordCard(sub, profile.customerId, session.leftAt, audit);
}
