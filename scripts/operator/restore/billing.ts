/** What became of a customer's contract at Stripe since the point in time. Source: Stripe API reference. */
import type { Profile } from "../../../functions/customer/profile.ts";
import type { CommandContext } from "../command.ts";
import { askStripe, liveSubscriptions } from "../stripe/subscriptions.ts";

export interface Billing {
  stripeCustomerId: string | undefined;
  /** Of the record. */
  changes: Partial<Profile>;
  notes: readonly string[];
}

/** Throws `CommandRefused` if Stripe does not answer. */
export async function readBilling(profile: Profile, context: CommandContext): Promise<Billing> {
  const { stripeCustomerId, subscriptionId, plan } = profile;
  if (stripeCustomerId === undefined) return { stripeCustomerId, changes: {}, notes: [] };
  const live = await liveSubscriptions(profile, context);
  const hasEnded =
    plan === "standard" && subscriptionId !== undefined && !live.some(({ id }) => id === subscriptionId);
  return {
    stripeCustomerId,
    changes: hasEnded ? { plan: "suspended" } : {},
    notes: [
      ...(hasEnded ? [`The subscription ${subscriptionId} has ended: the plan is suspended.`] : []),
      ...live
        .filter(({ id }) => id !== subscriptionId)
        .map(({ id, status }) => `Subscription ${id} is alive at Stripe (${status}) and not in the record.`),
    ],
  };
}

/** Stripe's customer names the account that it belongs to. */
export async function writeSubToStripe(
  { stripeCustomerId }: Billing,
  sub: string,
  context: CommandContext,
): Promise<void> {
  await askStripe({ stripeCustomerId }, context, async (stripe, id) => {
    await stripe.customers.update(id, { metadata: { sub } });
    return [];
  });
}
