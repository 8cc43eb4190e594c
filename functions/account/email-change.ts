import type { Profile } from "#functions/customer/profile.ts";
import type { Change } from "./change-record.ts";

type EmailChange = Pick<Change, "details" | "mails">;
const nothing: EmailChange = { details: {}, mails: [] };

/**
 * Changes the record's address to the verified one, and the billing address with it if both were the same. Mails the old and
 * the new address.
 */
export function emailChange(sub: string, profile: Profile, proven: string): EmailChange {
  const { email: old, billingEmail } = profile;
  if (proven === old) return nothing;
  const isBilledThere = billingEmail === "" || billingEmail.toLowerCase() === old.toLowerCase();
  const mail = { template: "email-changed", customer: sub } as const;
  return {
    details: { email: proven, ...(isBilledThere && { billingEmail: proven }) },
    mails: [old, proven].map((to) => ({ ...mail, to })),
  };
}
