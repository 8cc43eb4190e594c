/** The customer's record as parameters of a Stripe customer. */

import type { Profile } from "#functions/customer/profile.ts";
import type { BillingContact } from "#shared/customer/billing-contact.ts";
import { prefectures } from "#shared/enums.ts";
import type { CustomerDetails } from "../stripe/customers.ts";

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
