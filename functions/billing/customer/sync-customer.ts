import { readCustomer } from "../../customer/customer-table.ts";
import type { Profile } from "../../customer/profile.ts";
import { isPending, readCheckout } from "../checkout/checkout-table.ts";
import { updateCustomer } from "../stripe/customers.ts";
import { contactOf, detailsOf } from "./customer-details.ts";

/**
 * Writes what the record says now to the customer at Stripe; nothing if Stripe has none. A checkout that is under way has a
 * contact of its own, which becomes the record's once it is paid. `retries` as of `updateCustomer`. Throws `StripeCallError`.
 */
export async function syncCustomer(sub: string, retries?: number): Promise<void> {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (profile?.stripeCustomerId === undefined) return;
  const contact = isPending(checkout) ? checkout.contact : contactOfRecord(profile);
  await updateCustomer(profile.stripeCustomerId, detailsOf(profile, contact), retries);
}

function contactOfRecord(profile: Profile) {
  const contact = contactOf(profile);
  return { ...contact, email: contact.email || profile.email };
}
