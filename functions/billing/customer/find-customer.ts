import { type Profile, profileKey, readCustomer } from "#functions/customer/profile.ts";
import { getItem, type Key, tryTransactWrite } from "#functions/platform/table.ts";
import { readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";

const pointerKey = (stripeCustomerId: string): Key => ({
  pk: `STRIPE_CUSTOMER#${stripeCustomerId}`,
  sk: "POINTER",
});

/**
 * Stores the id of a Stripe customer. Returns the stored id: this one, or the one that another request stored
 * first; undefined if the customer was erased meanwhile. `gone`: the id of the deleted Stripe customer that
 * it replaces, whose pointer stays for late events.
 */
export async function storeStripeCustomerId(
  sub: string,
  stripeCustomerId: string,
  gone?: string,
): Promise<string | undefined> {
  const isKept = await tryTransactWrite([
    { update: pointerKey(stripeCustomerId), creates: true, set: { sub } },
    {
      update: profileKey(sub),
      set: { stripeCustomerId },
      ...(gone === undefined
        ? { condition: "attribute_not_exists(stripeCustomerId)" }
        : { condition: "stripeCustomerId = :gone", values: { ":gone": gone } }),
    },
  ]);
  return isKept ? stripeCustomerId : (await readCustomer(sub))?.stripeCustomerId;
}

/** Returns the `sub` of the customer with that Stripe customer id. */
export async function findSubByStripeCustomer(stripeCustomerId: string): Promise<string | undefined> {
  const sub: unknown = (await getItem(pointerKey(stripeCustomerId)))?.sub;
  return typeof sub === "string" ? sub : undefined;
}

export interface Customer {
  sub: string;
  profile: Profile;
}

/** Returns the customer with the subscription's Stripe customer id, else the customer in its metadata. */
export async function findCustomerOf(subscription: SubscriptionFacts): Promise<Customer | undefined> {
  return (await findByStripeCustomer(subscription.stripeCustomerId)) ?? (await withProfile(subscription.sub));
}

/** Returns the billing contact's address; undefined if it is the customer's own. */
export const billingEmailOf = ({ billingEmail, email }: Profile): string | undefined =>
  billingEmail === "" || billingEmail.toLowerCase() === email.toLowerCase() ? undefined : billingEmail;

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
