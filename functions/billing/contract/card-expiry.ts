/** Cards that expire before the contract ends, and the mails about them. Decision 52. */
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { monthBegin } from "#functions/platform/time.ts";
import type { PaymentMethod } from "#shared/contract.ts";
import { dayMs } from "#shared/durations.ts";
import { billingEmailOf, findCustomerOf } from "../customer/find-customer.ts";
import type { SubscriptionWithCard } from "../stripe/subscriptions.ts";
import { termsOfSubscription } from "./terms.ts";

type WithCard = Pick<SubscriptionWithCard, "contract" | "paidBy" | "isPastDue" | "card">;

/** Time before the expiry. */
const mailMs = 30 * dayMs;

/**
 * Returns when the card expires, in milliseconds since the epoch; undefined if it is not charged after that.
 * While a payment is late, its own mails ask for another card.
 */
function expiryOf(subscription: WithCard): number | undefined {
  const { card, paidBy, isPastDue, contract } = subscription;
  const { nextChargeAt } = termsOfSubscription(subscription);
  if (!card || paidBy === "invoice" || isPastDue || nextChargeAt === null) return undefined;
  const expiry = monthBegin(card.expiry, 1);
  const endsBefore = contract.cancelAt !== undefined && Date.parse(contract.cancelAt) <= expiry;
  return endsBefore ? undefined : expiry;
}

/** Returns `soon` from the month before the expiry on, `over` after it. */
export function expiryState(subscription: WithCard): PaymentMethod["expires"] {
  const expiry = expiryOf(subscription);
  if (expiry === undefined || subscription.card === undefined) return undefined;
  if (expiry <= Date.now()) return "over";
  return monthBegin(subscription.card.expiry, -1) <= Date.now() ? "soon" : undefined;
}

function isExpiryMailDue(subscription: WithCard): boolean {
  const expiry = expiryOf(subscription);
  return expiry !== undefined && expiry - Date.now() <= mailMs;
}

/**
 * Mails the customer and the billing contact of a card that expires within 30 days, once for each card and
 * expiry.
 */
export async function sendExpiryMailIfDue(subscription: SubscriptionWithCard): Promise<void> {
  if (!isExpiryMailDue(subscription)) return;
  const { id: subscriptionId, card, contract } = subscription;
  const customer = await findCustomerOf(subscription);
  if (!card || customer?.profile.subscriptionId !== subscriptionId) return;
  const { sub, profile } = customer;
  if (profile.closedAt !== undefined) return;
  const { id, last4, expiry } = card;
  const content = { customer: sub, last4, expiry, nextChargeAt: contract.currentPeriodEnd };
  const billingEmail = billingEmailOf(profile);
  const mails = [
    prepareMail({ ...content, template: "card-expires", to: profile.email }),
    ...(billingEmail === undefined
      ? []
      : [prepareMail({ ...content, template: "billing-card-expires", to: billingEmail })]),
  ];
  const details = { action: "card-expires", customerId: profile.customerId, subscriptionId, expiry } as const;
  const audit = auditRow(sub, details, `CARD-EXPIRY#${id}#${expiry}`);
  if (!(await tryTransactWrite([audit, ...mails.map(({ row }) => row)]))) return;
  for (const mail of mails) await mail.send(profile);
}
