/** Customers' changes of their own record. */

import { customerToSync } from "#functions/billing/customer/customer-sync-table.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { consumption } from "#functions/phone/verification-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { firstRefused, type Put, type Update } from "#functions/platform/table.ts";
import type { PartitionKey } from "#shared/partitions.ts";

const flags = {
  apiSecret: "hasApiSecret",
  basicPassword: "hasBasicPassword",
  privateKey: "hasPrivateKey",
} as const;
type SecretName = keyof typeof flags;

export interface RecordChange {
  /** For the audit trail. */
  action: "updated" | "upgrade-prepared";
  /** Fields that change. */
  details: Partial<Profile>;
  /** KMS ciphertext in base64; null erases it. */
  encrypted: Partial<Record<SecretName, string | null>>;
  /** Of what was encrypted. */
  secretsDigest?: string | undefined;
  /** The verification to consume, and its number, `+81...`. */
  phone: { requestId: string; number: string } | undefined;
  mails: readonly Put[];
  /** The change has to be synced to Stripe. */
  isSynced: boolean;
}

/** `outdated`: the record changed since it was read. `unproven`: the verification cannot be consumed. */
export type Written = "written" | "outdated" | "unproven";

/** Writes a change in one transaction, if the record is still the one that was read. The audit trail has field names, no values. */
export async function changeRecord(
  sub: string,
  { customerId, version }: Profile,
  { action, details, encrypted, secretsDigest, phone, mails, isSynced }: RecordChange,
): Promise<Written> {
  const pk: PartitionKey = `CUSTOMER#${sub}`;
  const fields = [...Object.keys(details), ...Object.keys(encrypted)];
  const hasSecrets = Object.keys(encrypted).length > 0;
  const digest = hasSecrets ? { secretsDigest: secretsDigest ?? null } : {};
  const changed: Update = {
    update: { pk, sk: "PROFILE" },
    set: { ...details, ...flagsOf(encrypted), ...digest },
    add: { version: 1 },
    condition: "#version = :version",
    values: { ":version": version },
  };
  const secrets: Update = { update: { pk, sk: "SECRETS" }, set: encrypted };
  const refused = await firstRefused([
    changed,
    auditRow(sub, { action, customerId, fields }, `${action.toUpperCase()}#${version}`),
    ...(hasSecrets ? [secrets] : []),
    ...(phone === undefined ? [] : [consumption(phone.requestId, phone.number, sub)]),
    ...mails,
    ...(isSynced ? [customerToSync(sub, version + 1)] : []),
  ]);
  if (refused === undefined) return "written";
  return refused === 0 ? "outdated" : "unproven";
}

const flagsOf = (encrypted: RecordChange["encrypted"]): Partial<Profile> =>
  Object.fromEntries(
    Object.entries(encrypted).map(([name, value]) => [flags[name as SecretName], value !== null]),
  );
