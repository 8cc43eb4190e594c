import { readCustomer } from "../customer/customer-table.ts";
import type { AuditContext } from "../platform/audit.ts";
import { log } from "../runtime/log.ts";
import { recordCard } from "./billing-table.ts";
import { latestCard, setDefaultCard } from "./stripe/customers.ts";
import type { SessionFacts } from "./stripe/sessions.ts";
import { setSubscriptionCard } from "./stripe/subscriptions.ts";

/** More than any number of cards that a person leaves at the same time. */
const maxRounds = 10;

/** The customer completed a page that adds a card: the card that was added last is charged from now on. */
export async function changeCard(sub: string, session: SessionFacts, audit: AuditContext): Promise<void> {
  const profile = await readCustomer(sub);
  if (profile?.stripeCustomerId === undefined || profile.stripeCustomerId !== session.stripeCustomerId) {
    log("warn", "a card was left for another customer", { customer: sub, session: session.id });
    return;
  }
  await chargeLatestCard(profile.stripeCustomerId, profile.subscriptionId);
  await recordCard(sub, profile.customerId, session.id, audit);
}

/**
 * Whoever writes last has looked afterwards whether there is a newer card: so the newest one stays, in whatever order pages,
 * events and runs of the reconciler come. A subscription of Checkout has a card of its own, which goes before the customer's.
 */
async function chargeLatestCard(stripeCustomerId: string, subscriptionId: string | undefined): Promise<void> {
  let card = await latestCard(stripeCustomerId);
  for (let round = 0; round < maxRounds && card !== undefined; round += 1) {
    await setDefaultCard(stripeCustomerId, card);
    if (subscriptionId !== undefined) await setSubscriptionCard(subscriptionId, card);
    const newest = await latestCard(stripeCustomerId);
    if (newest === card) return;
    card = newest;
  }
}
