/** Keeps the plan in sync with the subscription in the record. */
import type { Profile } from "../../customer/profile.ts";
import { deliverCustomerMail } from "../../mail/customer-mail.ts";
import { newMail } from "../../mail/outbox.ts";
import type { AuditContext } from "../../platform/audit.ts";
import { ApiError } from "../../runtime/api-error.ts";
import { log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";
import { changePlan, refreshContract, type Written } from "../billing-table.ts";
import { fulfil } from "../checkout/fulfil.ts";
import { isCached } from "../contract/contract-cache.ts";
import { findCustomerOf } from "../customer/find-customer.ts";
import { isEnded, isInForce, readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";

const maxRounds = 3;

/** Sets the plan: `standard` while the subscription is in force, past due included, and `suspended` once it has ended. */
export async function syncPlan(id: string, audit: AuditContext): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const subscription = await readSubscription(id);
    const customer = await findCustomerOf(subscription);
    if (!customer) return;
    const { sub, profile } = customer;
    if (profile.subscriptionId !== id) return handleUnrecordedSubscription(sub, profile, subscription, audit);
    // If refused, the plan changed after Stripe was read: read again.
    if ((await applyStatus(sub, profile, subscription, audit)) === "refused") continue;
    if (!isCached(profile, subscription)) await refreshContract(sub, subscription);
    return;
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

async function applyStatus(
  sub: string,
  profile: Profile,
  subscription: SubscriptionFacts,
  audit: AuditContext,
): Promise<Written> {
  if (isEnded(subscription)) {
    return profile.plan === "suspended" ? "written" : suspend(sub, profile, subscription, audit);
  }
  if (!isInForce(subscription) || profile.plan === "standard") return "written";
  const written = await changePlan(sub, profile, "standard", { mails: [], audit });
  if (written === "written") log("info", "plan changed", { customer: sub, plan: "standard" });
  return written;
}

async function suspend(
  sub: string,
  profile: Profile,
  { endReason }: SubscriptionFacts,
  audit: AuditContext,
): Promise<Written> {
  const content = {
    template: "plan-suspended",
    customer: sub,
    to: profile.email,
    reason: endReason,
  } as const;
  const mail = newMail(content);
  const written = await changePlan(sub, profile, "suspended", { mails: [mail], audit });
  if (written === "refused") return "refused";
  log("info", "plan changed", { customer: sub, plan: "suspended", reason: endReason });
  if (endReason === "unpaid") count("PaymentsLost");
  await deliverCustomerMail(profile, content, mail.put);
  return "written";
}
