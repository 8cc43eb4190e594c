/** Writes a change of a customer's record in one transaction, then sends its mail and syncs Stripe. */

import { syncCustomer } from "#functions/billing/customer/sync-customer.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { type CustomerMail, deliverCustomerMail } from "#functions/mail/texts/customer-mail.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { changeRecord, type RecordChange, type Written } from "./update-table.ts";

export type Change = Pick<RecordChange, "action" | "details" | "encrypted" | "secretsDigest" | "phone"> & {
  mails: readonly CustomerMail[];
};

/** A change of these is synced to Stripe. */
const syncedFields = [
  "corporateName",
  "postalCode",
  "prefecture",
  "city",
  "streetAddress",
  "email",
  "billingPhoneNumber",
  "billingEmail",
] as const satisfies readonly (keyof Profile)[];

/** `profile` as it was read: a record that changed since then is not overwritten. */
export async function applyChange(
  sub: string,
  profile: Profile,
  { mails, ...change }: Change,
): Promise<Written> {
  const outgoing = mails.map((content) => ({ content, row: newMail(content) }));
  const isSynced = syncedFields.some((field) => field in change.details);
  const rows = outgoing.map(({ row }) => row);
  const written = await changeRecord(sub, profile, { ...change, mails: rows, isSynced });
  if (written !== "written") return written;
  const changed = { ...profile, ...change.details };
  await Promise.all([
    ...outgoing.map(({ content, row }) => deliverCustomerMail(changed, content, row.put)),
    ...(isSynced && profile.stripeCustomerId !== undefined ? [syncToStripe(sub)] : []),
  ]);
  return written;
}

/** One attempt: the reconciler repeats it. */
async function syncToStripe(sub: string): Promise<void> {
  try {
    await syncCustomer(sub, 0);
  } catch (error) {
    log("warn", "sync to Stripe failed, left to the reconciler", { customer: sub, ...errorFields(error) });
  }
}
