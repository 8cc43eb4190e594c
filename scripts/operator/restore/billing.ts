/** Reads the changes of a customer's contract at Stripe since the point in time. Source: Stripe API reference. */

import { StripeCallError } from "#functions/billing/stripe/call-error.ts";
import { callStripe } from "#functions/billing/stripe/client.ts";
import { listLiveSubscriptions } from "#functions/billing/stripe/subscriptions.ts";
import type { Profile } from "#functions/customer/profile.ts";

export interface Billing {
  stripeCustomerId: string | undefined;
  /** Of the profile. */
  changes: { [Name in keyof Profile]?: Profile[Name] | undefined };
  notes: readonly string[];
}

/** Throws `StripeCallError`. */
export async function readBilling(profile: Profile): Promise<Billing> {
  const { stripeCustomerId, subscriptionId, plan } = profile;
  if (stripeCustomerId === undefined) return { stripeCustomerId, changes: {}, notes: [] };
  if (await isDeleted(stripeCustomerId))
    return {
      stripeCustomerId: undefined,
      changes: { stripeCustomerId: undefined },
      notes: [`Stripe forgot ${stripeCustomerId}, who never paid: paying makes another customer there.`],
    };
  const live = await listLiveSubscriptions(stripeCustomerId);
  const hasEnded =
    plan === "standard" && subscriptionId !== undefined && !live.some(({ id }) => id === subscriptionId);
  return {
    stripeCustomerId,
    changes: hasEnded ? { plan: "suspended" } : {},
    notes: [
      ...(hasEnded ? [`The subscription ${subscriptionId} has ended: the plan is suspended.`] : []),
      ...live
        .filter(({ id }) => id !== subscriptionId)
        .map(({ id, status }) => `Subscription ${id} is alive at Stripe (${status}) and not in the profile.`),
    ],
  };
}

/** An erasure deletes a customer without invoices. */
async function isDeleted(stripeCustomerId: string): Promise<boolean> {
  try {
    const { deleted = false } = await callStripe((stripe) => stripe.customers.retrieve(stripeCustomerId));
    return deleted;
  } catch (error) {
    if (error instanceof StripeCallError && error.stripeCode === "resource_missing") return true;
    throw error;
  }
}

/** Stripe's customer names the account that it belongs to. Throws `StripeCallError`. */
export async function writeSubToStripe({ stripeCustomerId }: Billing, sub: string): Promise<void> {
  if (stripeCustomerId !== undefined)
    await callStripe((stripe) => stripe.customers.update(stripeCustomerId, { metadata: { sub } }));
}
