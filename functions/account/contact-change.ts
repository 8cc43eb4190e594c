/** The changes and mails that follow from a new e-mail address or phone number. */
import type { Profile } from "#functions/customer/profile.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { UpdateRequest } from "#shared/customer/customer.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import type { Change } from "./change-profile.ts";

type ContactChange = Omit<Change, "action">;
const nothing: ContactChange = { details: {}, mails: [] };

/**
 * Changes the profile's address to the verified one, and the billing address with it if both were the same.
 * Mails the old and the new address.
 */
export function emailChange(sub: string, profile: Profile, proven: string): ContactChange {
  const { email: old, billingEmail } = profile;
  if (proven === old) return nothing;
  const isBilledThere = billingEmail === "" || billingEmail.toLowerCase() === old.toLowerCase();
  return {
    details: { email: proven, ...(isBilledThere && { billingEmail: proven }) },
    mails: [old, proven].map((to) => ({ template: "email-changed", customer: sub, to })),
  };
}

/**
 * Consumes the verification of that number and mails the registered address. Throws 403 without a
 * verification.
 */
export function phoneChange(
  sub: string,
  profile: Profile,
  { chargePhoneNumber, requestId }: Pick<UpdateRequest, "chargePhoneNumber" | "requestId">,
): ContactChange {
  if (chargePhoneNumber === undefined || chargePhoneNumber === profile.chargePhoneNumber) return nothing;
  if (requestId === undefined) throw new HttpError("phone_not_verified");
  const lastDigits = chargePhoneNumber.slice(-4);
  return {
    details: { chargePhoneNumber },
    mails: [{ template: "phone-changed", customer: sub, to: profile.email, lastDigits }],
    phone: { verificationId: requestId, number: toInternationalNumber(chargePhoneNumber) },
  };
}
