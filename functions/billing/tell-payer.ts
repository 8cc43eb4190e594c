import { readCustomer } from "../customer/customer-table.ts";
import type { Profile } from "../customer/profile.ts";
import { contactOf, payerOf } from "./billed.ts";
import { isUnderWay, readCheckout } from "./checkout-table.ts";
import { updatePayer } from "./stripe/payer.ts";

/**
 * Tells Stripe what the record says now of whom it bills; nothing for a customer that Stripe does not know. A checkout that
 * is under way has a contact of its own, which becomes the record's once it is paid. Throws `StripeFailed`.
 */
export async function tellPayer(sub: string, attempts?: number): Promise<void> {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (profile?.stripeCustomerId === undefined) return;
  const contact = isUnderWay(checkout) ? checkout.contact : billedContactOf(profile);
  await updatePayer(profile.stripeCustomerId, payerOf(profile, contact), attempts);
}

const billedContactOf = (profile: Profile) => {
  const contact = contactOf(profile);
  return { ...contact, email: contact.email || profile.email };
};
