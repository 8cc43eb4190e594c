import { readCustomer } from "../../customer/customer-table.ts";
import type { Profile } from "../../customer/profile.ts";
import { findSubByStripeCustomer } from "../billing-table.ts";
import { readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";

interface Customer {
  sub: string;
  profile: Profile;
}

/** Whose subscription it is: the customer who has that customer id at Stripe, else the one that its metadata names. */
export async function findCustomerOf(subscription: SubscriptionFacts): Promise<Customer | undefined> {
  const sub = (await findSubByStripeCustomer(subscription.stripeCustomerId)) ?? subscription.sub;
  const profile = sub === undefined ? undefined : await readCustomer(sub);
  return sub !== undefined && profile ? { sub, profile } : undefined;
}

/** The customer whose plan that subscription is. */
export async function findSubscriber(subscriptionId: string | null): Promise<Customer | undefined> {
  if (subscriptionId === null) return undefined;
  const customer = await findCustomerOf(await readSubscription(subscriptionId));
  return customer?.profile.subscriptionId === subscriptionId ? customer : undefined;
}
