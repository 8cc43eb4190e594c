import { listLiveSubscriptions } from "#functions/billing/stripe/subscriptions.ts";
import type { Profile } from "#functions/customer/profile.ts";
import type { Item } from "#functions/platform/table.ts";

export const plans = ["trial", "standard", "suspended"] as const;
export type Plan = (typeof plans)[number];

/** Consequences of the change that the operator should know, one message each; none if the plan agrees with Stripe. */
export async function consequencesOf(
  plan: Plan,
  profile: Profile,
  checkout: Item | undefined,
): Promise<string[]> {
  const { stripeCustomerId } = profile;
  const live = stripeCustomerId === undefined ? [] : await listLiveSubscriptions(stripeCustomerId);
  const surprising = live.filter(({ id }) => plan !== "standard" || id !== profile.subscriptionId);
  const isPaying = checkout?.state === "creating" || checkout?.state === "open";
  return [
    ...surprising.map(
      ({ id, status }) => `Subscription ${id} is alive at Stripe (${status}): ${consequences[plan]}`,
    ),
    ...(isPaying && plan === "standard"
      ? [
          "A checkout is under way: what is paid there will be given back, because the plan is standard already.",
        ]
      : []),
  ];
}

/** `functions/billing/events/subscription.ts` and `fulfil.ts`. */
const consequences: Readonly<Record<Plan, string>> = {
  trial:
    "it goes on charging, and its next event makes the customer standard again. Cancel it at Stripe first.",
  suspended:
    "it goes on charging, and its next event makes the customer standard again. Cancel it at Stripe first.",
  standard:
    "it is not what the plan stands on, and is cancelled and refunded as a second payment at its next event.",
};
