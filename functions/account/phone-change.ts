import type { Profile } from "#functions/customer/profile.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import type { Change } from "./change-record.ts";

type PhoneChange = Pick<Change, "details" | "mails" | "phone">;

interface PhoneChangeParams {
  /** `090-1234-5678` */
  chargePhoneNumber?: string | undefined;
  /** Id of the verification of that number. */
  requestId?: string | undefined;
}

/** Consumes the verification and mails the registered address. Throws 403 without a verification. */
export function phoneChange(
  sub: string,
  profile: Profile,
  { chargePhoneNumber, requestId }: PhoneChangeParams,
): PhoneChange {
  if (chargePhoneNumber === undefined || chargePhoneNumber === profile.chargePhoneNumber) {
    return { details: {}, mails: [], phone: undefined };
  }
  if (requestId === undefined) throw new ApiError("phone_not_verified");
  const lastDigits = chargePhoneNumber.slice(-4);
  return {
    details: { chargePhoneNumber },
    mails: [{ template: "phone-changed", customer: sub, to: profile.email, lastDigits }],
    phone: { requestId, number: toInternationalNumber(chargePhoneNumber) },
  };
}
