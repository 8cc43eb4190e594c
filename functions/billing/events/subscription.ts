/** Keeps the record in sync with the subscription that it names. */
import type { Profile } from "../../customer/profile.ts";
import { deliverCustomerMail } from "../../mail/customer-mail.ts";
import { newMail } from "../../mail/outbox.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { ApiError } from "../../runtime/api-error.ts";
import { log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";
import { changeContract, refreshContract } from "../billing-table.ts";
import { fulfil } from "../checkout/fulfil.ts";
import { isCached } from "../contract/contract-cache.ts";
import { type ContractChange, nextChange } from "../contract/contract-change.ts";
import { findCustomerOf } from "../customer/find-customer.ts";
import { isInForce, readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";

const maxRounds = 8;

/**
 * Writes what the record does not say yet, until a look at both finds nothing: so a writer that was late corrects itself, and events
 * may come in any order. Returns the subscription as it was then.
 */
export async function syncContract(id: string, audit: AuditContext): Promise<SubscriptionFacts> {
  for (let round = 0; round < maxRounds; round += 1) {
    const subscription = await readSubscription(id);
    const customer = await findCustomerOf(subscription);
    if (!customer) return subscription;
    const { sub, profile } = customer;
    if (profile.subscriptionId !== id) {
      await handleUnrecordedSubscription(sub, profile, subscription, audit);
      return subscription;
    }
    const change = nextChange(sub, profile, subscription);
    if (!change) {
      if (!isCached(profile, subscription)) await refreshContract(sub, subscription);
      return subscription;
    }
    await apply(sub, profile, { change, subscription }, audit);
  }
  throw new ApiError("conflict");
}

/** This event may arrive before the one of the payment. */
async function handleUnrecordedSubscription(
  sub: string,
  { plan }: Profile,
  subscription: SubscriptionFacts,
  audit: AuditContext,
): Promise<void> {
  if (plan === "trial" && isInForce(subscription)) await fulfil(sub, subscription, audit);
}

interface DueChange {
  change: ContractChange;
  subscription: SubscriptionFacts;
}

/** Nothing if the record has changed since it was read. */
async function apply(
  sub: string,
  profile: Profile,
  { change, subscription }: DueChange,
  audit: AuditContext,
): Promise<void> {
  const { action, mail } = change;
  const outgoing = mail && { content: mail, row: newMail(mail) };
  const mails = outgoing ? [outgoing.row] : [];
  if ((await changeContract(sub, profile, change, { subscription, mails, audit })) === "refused") return;
  log("info", "contract changed", { customer: sub, action, reason: subscription.endReason });
  if (action === "plan-suspended" && subscription.endReason === "unpaid") count("PaymentsLost");
  if (outgoing) await deliverCustomerMail(profile, outgoing.content, outgoing.row.put);
}
