import type { Change } from "./change-record.ts";
import type { Profile } from "./profile.ts";

type EmailChange = Pick<Change, "details" | "mails">;
const nothing: EmailChange = { details: {}, mails: [] };

/**
 * The record's address becomes the one that was proven; the bill goes on going where the account's mail goes, unless it had
 * an address of its own. Old and new address are told.
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
