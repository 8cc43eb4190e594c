/** Whom the record says is billed. */
import { prefectures } from "../../shared/enums.ts";
import type { Profile } from "../customer/profile.ts";
import type { BillingContact } from "./checkout-table.ts";
import type { Payer } from "./stripe/payer.ts";

export const contactOf = (profile: Profile): BillingContact => ({
  name: profile.billingChargeName,
  phoneNumber: profile.billingPhoneNumber,
  email: profile.billingEmail,
});

export const payerOf = (profile: Profile, contact: BillingContact): Payer => ({
  name: profile.corporateName,
  email: contact.email,
  phone: contact.phoneNumber,
  postalCode: profile.postalCode,
  prefecture: prefectures[profile.prefecture] ?? "",
  city: profile.city,
  streetAddress: profile.streetAddress,
});
