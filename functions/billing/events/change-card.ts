import { readCustomer } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { syncContract } from "../contract/sync-contract.ts";
import { termsOfSubscription } from "../contract/terms.ts";
import type { CheckoutSessionFacts } from "../stripe/checkout-sessions.ts";
import { latestCard, setDefaultCard } from "../stripe/customers.ts";
import { payByCard } from "../stripe/subscription-changes.ts";
import { setSubscriptionCard } from "../stripe/subscriptions.ts";
import { removeStripeTask } from "../stripe-tasks/stripe-task-table.ts";

type CardAdded = Extract<CheckoutSessionFacts, { state: "card-added" }>;

/** More rounds than cards that one person adds at the same time. */
const maxRounds = 10;

/** The customer completed a Checkout Session in setup mode: the latest card becomes the default. */
export async function changeCard(sub: string, session: CardAdded): Promise<void> {
  const profile = await readCustomer(sub);
  if (profile?.stripeCustomerId === undefined || profile.stripeCustomerId !== session.stripeCustomerId) {
    log("warn", "card belongs to another customer", { customer: sub, session: session.id });
    return;
  }
  await chargeLatestCard(profile.stripeCustomerId, profile.subscriptionId);
  // Only the contract that the page was opened for, not one that followed it.
  if (session.toPay !== undefined && session.toPay.id === profile.subscriptionId)
    await changeToCard(session.toPay);
  await tryTransactWrite([
    auditRow(sub, { action: "card-changed", customerId: profile.customerId }, `CARD#${session.id}`),
    removeStripeTask(session.id),
  ]);
}

/**
 * Every writer checks for a later card after its write, so that the latest card wins in any order of
 * sessions, events and reconciler runs. A subscription that Checkout created has its own default card, which
 * overrides the customer's.
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

/**
 * Changes the payment type to card. Does nothing if the payment type was changed since the page was opened,
 * by this page or another.
 */
async function changeToCard({ id, paymentTypeChanges }: NonNullable<CardAdded["toPay"]>): Promise<void> {
  const { subscription } = await syncContract(id);
  if (subscription.paymentTypeChanges !== paymentTypeChanges) return;
  if (!termsOfSubscription(subscription).actions.includes("pay-by-card")) return;
  await payByCard(subscription);
  await syncContract(id);
}
