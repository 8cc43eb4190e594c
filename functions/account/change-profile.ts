/** Writes a change of a customer's profile in one transaction, then sends its mail and syncs Stripe. */

import { customerToSync } from "#functions/billing/customer/customer-sync-table.ts";
import { syncCustomer } from "#functions/billing/customer/sync-customer.ts";
import { type Profile, profileChange } from "#functions/customer/profile.ts";
import { type CustomerMail, prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { consumption } from "#functions/phone/verification-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { firstRefused, type Update } from "#functions/platform/table.ts";
import { errorFields, log } from "#functions/runtime/log.ts";

const flags = {
  apiSecret: "hasApiSecret",
  basicPassword: "hasBasicPassword",
  privateKey: "hasPrivateKey",
} as const;
type SecretName = keyof typeof flags;

export interface Change {
  /** Action of the audit row. */
  action: "updated" | "upgrade-prepared";
  /** Fields that change. */
  details: Partial<Profile>;
  /** KMS ciphertext in base64; null deletes the secret. */
  encrypted?: Partial<Record<SecretName, string | null>>;
  /** Digest of the encrypted secrets. */
  secretsDigest?: string | undefined;
  /** The verification to consume, and its number, `+81...`. */
  phone?: { verificationId: string; number: string } | undefined;
  mails: readonly CustomerMail[];
}

/** `outdated`: the profile changed since it was read. `unproven`: the verification cannot be consumed. */
type Written = "written" | "outdated" | "unproven";

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

/** Applies a change to `profile` as it was read. The audit row has field names, no values. */
export async function applyChange(
  sub: string,
  profile: Profile,
  { action, details, encrypted = {}, secretsDigest, phone, mails }: Change,
): Promise<Written> {
  const { customerId, version } = profile;
  const fields = [...Object.keys(details), ...Object.keys(encrypted)];
  const hasSecrets = Object.keys(encrypted).length > 0;
  const digest = hasSecrets ? { secretsDigest: secretsDigest ?? null } : {};
  const secrets: Update = {
    update: { pk: `CUSTOMER#${sub}`, sk: "SECRETS" },
    creates: true,
    set: encrypted,
  };
  const prepared = mails.map(prepareMail);
  const isSynced = syncedFields.some((field) => field in details);
  const consumed = phone && consumption(phone.verificationId, phone.number, sub);
  const writes = [
    profileChange(sub, profile, { ...details, ...flagsOf(encrypted), ...digest }),
    auditRow(sub, { action, customerId, fields }, `${action.toUpperCase()}#${version}`),
    ...(hasSecrets ? [secrets] : []),
    ...(consumed ? [consumed] : []),
    ...prepared.map(({ row }) => row),
    ...(isSynced ? [customerToSync(sub, version + 1)] : []),
  ];
  const refused = await firstRefused(writes);
  if (refused !== undefined) return consumed && writes[refused] === consumed ? "unproven" : "outdated";
  await Promise.all([
    ...prepared.map((mail) => mail.send({ ...profile, ...details })),
    ...(isSynced && profile.stripeCustomerId !== undefined ? [syncToStripe(sub)] : []),
  ]);
  return "written";
}

const flagsOf = (encrypted: NonNullable<Change["encrypted"]>): Partial<Profile> =>
  Object.fromEntries(
    Object.entries(encrypted).map(([name, value]) => [flags[name as SecretName], value !== null]),
  );

/** Syncs in one attempt: the reconciler repeats a failure. */
async function syncToStripe(sub: string): Promise<void> {
  try {
    await syncCustomer(sub, 0);
  } catch (error) {
    log("warn", "sync to Stripe failed, left to the reconciler", { customer: sub, ...errorFields(error) });
  }
}
