import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { findSubByStripeCustomer } from "../billing-table.ts";
import { readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";

export interface Customer {
  sub: string;
  profile: Profile;
}

/** Returns the customer with the subscription's Stripe customer id, else the customer in its metadata. */
export async function findCustomerOf(subscription: SubscriptionFacts): Promise<Customer | undefined> {
  return (await findByStripeCustomer(subscription.stripeCustomerId)) ?? (await withProfile(subscription.sub));
}

export const findByStripeCustomer = async (stripeCustomerId: string): Promise<Customer | undefined> =>
  withProfile(await findSubByStripeCustomer(stripeCustomerId));

async function withProfile(sub: string | undefined): Promise<Customer | undefined> {
  const profile = sub === undefined ? undefined : await readCustomer(sub);
  return sub !== undefined && profile ? { sub, profile } : undefined;
}

/** Returns the customer whose plan that subscription pays for. */
export async function findSubscriber(subscriptionId: string | null): Promise<Customer | undefined> {
  if (subscriptionId === null) return undefined;
  const customer = await findCustomerOf(await readSubscription(subscriptionId));
  return customer?.profile.subscriptionId === subscriptionId ? customer : undefined;
}
