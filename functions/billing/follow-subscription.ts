/** After the upgrade: the plan follows the subscription that it stands on, and who does not pay is told. */

import { readCustomer } from "../customer/customer-table.ts";
import type { Profile } from "../customer/profile.ts";
import { deliverCustomerMail } from "../mail/customer-mail.ts";
import { newMail } from "../mail/outbox.ts";
import type { AuditContext } from "../platform/audit.ts";
import { log } from "../runtime/log.ts";
import { changePlan, writeForEvent } from "./billing-table.ts";
import { fulfil } from "./fulfil.ts";
import { markSeen } from "./stripe/events.ts";
import { readInvoice, readSubscription, type SubscriptionFacts } from "./stripe/subscriptions.ts";

/** Standard while Stripe lets the subscription last, paid late or not; `suspended` once it has ended or is given up. */
export async function followSubscription(id: string, audit: AuditContext): Promise<void> {
  const subscription = await readSubscription(id);
  const { owner, state } = subscription;
  const profile = owner === undefined ? undefined : await readCustomer(owner);
  if (owner === undefined || !profile) return markSeen(audit.eventId);
  if (profile.subscriptionId !== id) return followUnknown(owner, profile, subscription, audit);
  const plan = state === "ended" ? "suspended" : "standard";
  if (profile.plan === plan) return markSeen(audit.eventId);
  const outcome = await changePlan(owner, profile, plan, audit);
  if (outcome === "written") log("info", "plan changed", { customer: owner, plan });
  // Somebody changed it meanwhile, perhaps after what Stripe said a moment before: it is asked again.
  else return followSubscription(id, { requestId: audit.requestId });
}

/** An event may come before the one that tells of the payment. What was never paid is none of ours. */
async function followUnknown(
  owner: string,
  { plan }: Profile,
  subscription: SubscriptionFacts,
  audit: AuditContext,
): Promise<void> {
  if (plan === "trial" && subscription.state === "lasting") await fulfil(owner, subscription, audit);
  else await markSeen(audit.eventId);
}

/** Tells the customer that an invoice is not paid, unless it was paid meanwhile, or is none of the plan's. */
export async function tellOfFailedPayment(
  invoiceId: string,
  reason: "card" | "overdue",
  audit: AuditContext,
): Promise<void> {
  const { isOwed, subscriptionId, page } = await readInvoice(invoiceId);
  const subscription = subscriptionId === undefined ? undefined : await readSubscription(subscriptionId);
  const customer = subscription?.owner;
  const profile = customer === undefined ? undefined : await readCustomer(customer);
  if (!isOwed || customer === undefined || profile?.subscriptionId !== subscription?.id || !profile) {
    return markSeen(audit.eventId);
  }
  const content = { template: "payment-failed", customer, to: profile.email, reason, page } as const;
  const mail = newMail(content);
  if ((await writeForEvent([mail], audit)) === "refused") return;
  await deliverCustomerMail(profile, content, mail.put);
}

/** An invoice was paid: whatever stood on it may go on. */
export async function followInvoice(invoiceId: string, audit: AuditContext): Promise<void> {
  const { subscriptionId } = await readInvoice(invoiceId);
  if (subscriptionId === undefined) return markSeen(audit.eventId);
  await followSubscription(subscriptionId, audit);
}
