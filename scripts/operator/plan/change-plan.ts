/** Sets a plan without a payment, in one transaction. Does not call Stripe. */
import * as z from "zod/mini";
import { listLiveSubscriptions, type SubscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import { type Profile, profileChange } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { getItem, type Item, type Update } from "#functions/platform/table.ts";
import { type ChangingCommand, type CommandContext, CommandRefused } from "../command.ts";
import { findSignedUp } from "../customer/customer.ts";
import { writeOrRefuse } from "../rows.ts";

const plans = ["trial", "standard", "suspended"] as const;
type Plan = (typeof plans)[number];

export const changePlan: ChangingCommand = {
  purpose:
    "Changes the plan to trial, standard or suspended. What Stripe would undo or go on charging needs --force.",
  takes: ["loginId", plans.join("|")],
  requires: ["reason"],
  allows: ["force"],
  async plan([loginId = "", params], context) {
    const to = z.enum(plans).parse(params);
    const { sub, profile } = await findSignedUp(loginId);
    const { plan: from } = profile;
    const data = { sub, from, to };
    if (from === to) {
      const text = `${loginId} is on ${to} already.`;
      return { steps: () => [text], apply: async () => ({ text, data }) };
    }
    const checkout = await getItem({ pk: `CUSTOMER#${sub}`, sk: "CHECKOUT" });
    const live = await liveSubscriptionsOf(profile);
    const consequences = consequencesOf(to, { profile, checkout, live });
    const isGiven = to === "standard" && !live.some((each) => isPayingFor(profile, each));
    if (consequences.length > 0 && !context.options.force) {
      throw new CommandRefused(
        [...consequences, "Nothing was changed. To do it all the same: --force"].join("\n"),
      );
    }
    return {
      steps: () => [
        `Change the plan of ${loginId} from ${from} to ${to}; Stripe is not told.`,
        ...consequences,
      ],
      ...(to !== "standard" && { confirmWith: loginId }),
      async apply() {
        await write(sub, { profile, checkout, plan: to, isGiven }, context);
        return {
          text: [`${loginId}: ${from} -> ${to}.`, ...consequences].join("\n"),
          data: { ...data, consequences },
        };
      },
    };
  },
};

interface Change {
  profile: Profile;
  checkout: Item | undefined;
  plan: Plan;
  /** The standard plan without a subscription in force: no later event of a former one takes it away. */
  isGiven: boolean;
}

function write(
  sub: string,
  { profile, checkout, plan, isGiven }: Change,
  context: CommandContext,
): Promise<void> {
  const { customerId, plan: from } = profile;
  const details = { customerId, from, to: plan, ...(context.options.force && { force: true }) };
  return writeOrRefuse([
    withPlan(sub, profile, { plan, isGiven }),
    ...(plan === "trial" && checkout?.state === "fulfilled" ? [reopened(sub)] : []),
    auditRow(sub, { action: "plan-changed", ...details }),
  ]);
}

/** Trial has no subscription, so that the customer can pay again; nor has a given plan, so that no event ends it. */
export const withPlan = (
  sub: string,
  profile: Profile,
  { plan, isGiven }: Pick<Change, "plan" | "isGiven">,
): Update =>
  profileChange(sub, profile, {
    plan,
    ...((plan === "trial" || isGiven) && { paymentType: "", subscriptionId: null, contract: null }),
  });

/** A fulfilled checkout would prevent another payment. */
const reopened = (sub: string): Update => ({
  update: { pk: `CUSTOMER#${sub}`, sk: "CHECKOUT" },
  set: { state: "closed" },
  condition: "#state = :fulfilled",
  values: { ":fulfilled": "fulfilled" },
});

const liveSubscriptionsOf = async ({ stripeCustomerId }: Profile): Promise<SubscriptionFacts[]> =>
  stripeCustomerId === undefined ? [] : listLiveSubscriptions(stripeCustomerId);

const isPayingFor = ({ subscriptionId }: Profile, { id, contract }: SubscriptionFacts): boolean =>
  id === subscriptionId && contract.state === "in-force";

/** Consequences of the change that the operator should know, one message each; none if the plan agrees with Stripe. */
function consequencesOf(
  plan: Plan,
  { profile, checkout, live }: Pick<Change, "profile" | "checkout"> & { live: readonly SubscriptionFacts[] },
): string[] {
  const surprising = live.filter((each) => plan !== "standard" || !isPayingFor(profile, each));
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

/** `functions/billing/events/follow-subscription.ts` and `fulfil.ts`. */
const consequences: Readonly<Record<Plan, string>> = {
  trial:
    "it goes on charging, and its next event makes the customer standard again. Cancel it at Stripe first.",
  suspended:
    "it goes on charging, and its next event makes the customer standard again. Cancel it at Stripe first.",
  standard:
    "it is not what the plan stands on, and is cancelled and refunded as a second payment at its next event, or when it is paid.",
};
