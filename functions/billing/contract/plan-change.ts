/** Computes the differences between the profile and its subscription. */
import type { Profile } from "#functions/customer/profile.ts";
import type { CustomerMail } from "#functions/mail/texts/customer-mail.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";

export interface PlanChange {
  /** Action of the audit row. */
  action:
    | "plan-standard"
    | "plan-suspended"
    | "contract-ended"
    | "payment-type-changed"
    | "cancellation-scheduled"
    | "cancellation-withdrawn";
  plan: "standard" | "suspended";
  paymentType: string;
  /** The mail about the change. */
  mail: CustomerMail | undefined;
}

/**
 * Returns the next difference that the profile has to catch up with; undefined if there is none. One at a
 * time: each has its own audit row and mail, and its writer reads again.
 */
export function nextChange(
  sub: string,
  profile: Profile,
  subscription: SubscriptionFacts,
): PlanChange | undefined {
  const { plan, paymentType, email } = profile;
  const to = { customer: sub, to: email };
  const { state } = subscription.contract;
  if (state === "incomplete") return undefined;
  if (state !== "in-force") {
    const action = suspensionBy(state, profile);
    if (action === undefined) return undefined;
    // The mail about the closing already said that the contract ends.
    const mail =
      profile.closedAt === undefined ? { ...to, ...suspensionMail(action, subscription) } : undefined;
    return { action, plan: "suspended", paymentType, mail };
  }
  const standard = { plan: "standard", paymentType: subscription.paidBy } as const;
  if (plan !== "standard") {
    const mail = profile.closedAt === undefined ? ({ ...to, template: "plan-restored" } as const) : undefined;
    return { ...standard, action: "plan-standard", mail };
  }
  if (paymentType !== subscription.paidBy) {
    const { paidBy, daysUntilDue } = subscription;
    const mail = { ...to, template: "payment-type-changed", paymentType: paidBy, daysUntilDue } as const;
    return { ...standard, action: "payment-type-changed", mail };
  }
  return cancellationChange(to, profile, subscription);
}

/** A contract may be put on hold and end later: each has one mail. */
function suspensionBy(
  state: "on-hold" | "over",
  { plan, contract }: Profile,
): "plan-suspended" | "contract-ended" | undefined {
  if (plan !== "suspended") return "plan-suspended";
  return state === "over" && contract?.state === "on-hold" ? "contract-ended" : undefined;
}

function suspensionMail(
  action: "plan-suspended" | "contract-ended",
  { contract: { state }, endReason: reason }: SubscriptionFacts,
) {
  if (action === "contract-ended") return { template: action };
  return { template: action, reason, ...(state === "on-hold" && ({ isOnHold: true } as const)) };
}

function cancellationChange(
  to: { customer: string; to: string },
  profile: Profile,
  { paidBy: paymentType, contract: { cancelAt: endsAt } }: SubscriptionFacts,
): PlanChange | undefined {
  if (profile.contract?.cancelAt === endsAt) return undefined;
  const standard = { plan: "standard", paymentType } as const;
  return endsAt === undefined
    ? { ...standard, action: "cancellation-withdrawn", mail: { ...to, template: "cancellation-withdrawn" } }
    : {
        ...standard,
        action: "cancellation-scheduled",
        mail: { ...to, template: "cancellation-scheduled", endsAt },
      };
}
