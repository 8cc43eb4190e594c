import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { type BillingContact, toBillingContact } from "#shared/customer/billing-contact.ts";
import { prefectures } from "#shared/enums.ts";
import { isPending, readCheckout } from "../checkout/checkout-table.ts";
import { type CustomerDetails, isOfDeleted, updateCustomer } from "../stripe/customers.ts";
import { unlessDone } from "../stripe/failure.ts";

/**
 * Updates the Stripe customer from the current record, if there is a Stripe customer. The contact of a pending checkout is used
 * instead of the record's; it becomes the record's once it is paid. One who was deleted at Stripe has nothing to be told.
 * `retries`: see `updateCustomer`. Throws `StripeCallError`.
 */
export async function syncCustomer(sub: string, retries?: number): Promise<void> {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  const id = profile?.stripeCustomerId;
  if (profile === undefined || id === undefined) return;
  const contact = isPending(checkout) ? checkout.contact : contactOfRecord(profile);
  const updating = updateCustomer(id, detailsOf(profile, contact), retries);
  await unlessDone(updating, (refusal) => isOfDeleted(id, refusal));
}

function contactOfRecord(profile: Profile) {
  const contact = toBillingContact(profile);
  return { ...contact, email: contact.email || profile.email };
}

/** The company, with the mail address and phone number of its billing contact. */
export const detailsOf = (profile: Profile, contact: BillingContact): CustomerDetails => ({
  name: profile.corporateName,
  email: contact.email,
  phone: contact.phoneNumber,
  postalCode: profile.postalCode,
  prefecture: prefectures[profile.prefecture] ?? "",
  city: profile.city,
  streetAddress: profile.streetAddress,
});
