/** Sets a plan without a payment, in one transaction. Does not call Stripe. */
import * as z from "zod/mini";
import { listLiveSubscriptions } from "#functions/billing/stripe/subscriptions.ts";
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
    const consequences = await consequencesOf(to, profile, checkout);
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
        await write(sub, { profile, checkout, plan: to }, context);
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
}

function write(sub: string, { profile, checkout, plan }: Change, context: CommandContext): Promise<void> {
  const { customerId, plan: from } = profile;
  const details = { customerId, from, to: plan, ...(context.options.force && { force: true }) };
  return writeOrRefuse([
    withPlan(sub, profile, plan),
    ...(plan === "trial" && checkout?.state === "fulfilled" ? [reopened(sub)] : []),
    auditRow(sub, { action: "plan-changed", ...details }),
  ]);
}

/** On trial there is no subscription, so that the customer can pay again. */
const withPlan = (sub: string, profile: Profile, plan: Plan): Update =>
  profileChange(sub, profile, { plan, ...(plan === "trial" && { paymentType: "", subscriptionId: null }) });

/** A fulfilled checkout would prevent another payment. */
const reopened = (sub: string): Update => ({
  update: { pk: `CUSTOMER#${sub}`, sk: "CHECKOUT" },
  set: { state: "closed" },
  condition: "#state = :fulfilled",
  values: { ":fulfilled": "fulfilled" },
});

/** Consequences of the change that the operator should know, one message each; none if the plan agrees with Stripe. */
async function consequencesOf(plan: Plan, profile: Profile, checkout: Item | undefined): Promise<string[]> {
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
