import { type Profile, profileChange } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { type BillingContact, toBillingFields } from "#shared/customer/billing-contact.ts";
import { customerToSync } from "./customer-sync-table.ts";

/**
 * Saves the billing contact of a purchase before the payment, so that the profile has the latest one. Returns
 * the changed profile, or undefined if the profile changed since it was read. Can be repeated.
 */
export async function saveContact(
  sub: string,
  profile: Profile,
  contact: BillingContact,
): Promise<Profile | undefined> {
  const changed = Object.entries(toBillingFields(contact)).filter(
    ([name, value]) => value !== profile[name as keyof Profile],
  );
  if (changed.length === 0) return profile;
  const { customerId, version } = profile;
  const details = Object.fromEntries(changed);
  const isWritten = await tryTransactWrite([
    profileChange(sub, profile, details),
    auditRow(sub, { action: "updated", customerId, fields: Object.keys(details) }, `UPDATED#${version}`),
    customerToSync(sub, version + 1),
  ]);
  return isWritten ? { ...profile, ...details, version: version + 1 } : undefined;
}
