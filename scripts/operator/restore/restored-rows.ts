/** The missing rows of a customer, adapted to the present table and account. */
import { ReEncryptCommand } from "@aws-sdk/client-kms";
import { type Profile, parseProfile } from "#functions/customer/profile.ts";
import { kms } from "#functions/platform/aws-clients.ts";
import { encryptedFields } from "#functions/platform/kms.ts";
import { getItem, type Row } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { parseRow, UnreadableRow } from "../rows.ts";
import { undefinedIfError } from "../undefined-if-error.ts";
import type { Backup } from "./backup.ts";
import type { Billing } from "./billing.ts";

export interface MissingRow {
  /** Under the `sub` of the account. */
  row: Row;
  /** There is a row, but it cannot be read, or leads to somebody else. */
  isDamaged: boolean;
}

/** `sub`: the account's; undefined before it exists. Rows about passkeys belong to the old account. */
export async function findMissing(backup: Backup, sub: string | undefined): Promise<MissingRow[]> {
  const isOfAccount = ({ sk }: Row) => sk.startsWith("PASSKEY#");
  const rows =
    sub === backup.sub
      ? backup.rows
      : backup.rows
          .filter((row) => !isOfAccount(row))
          .map((row) => withSub(row, backup.sub, sub ?? backup.sub));
  if (sub === undefined) return rows.map((row) => ({ row, isDamaged: false }));
  const states = await Promise.all(rows.map(async (row) => ({ row, state: await stateOf(row) })));
  return states
    .filter(({ state }) => state !== "there")
    .map(({ row, state }) => ({ row, isDamaged: state === "damaged" }));
}

/** Replaces the `sub` in keys and attributes. */
function withSub(row: Row, from: string, to: string): Row {
  const moved = (value: unknown) => (typeof value === "string" ? value.replaceAll(from, to) : value);
  const attributes = Object.entries(row).map(([name, value]) => [name, moved(value)]);
  return {
    ...Object.fromEntries(attributes),
    pk: row.pk.replaceAll(from, to),
    sk: row.sk.replaceAll(from, to),
  };
}

async function stateOf(row: Row): Promise<"missing" | "damaged" | "there"> {
  const live = await getItem(row);
  if (!live) return "missing";
  if (row.sk === "POINTER") return live.sub === row.sub ? "there" : "damaged";
  if (row.sk !== "PROFILE") return "there";
  const read = async () => parseRow({ ...live, pk: row.pk, sk: row.sk }, parseProfile);
  return (await undefinedIfError(UnreadableRow, read())) ? "there" : "damaged";
}

interface Restored {
  backup: Backup;
  /** Of the account. */
  sub: string;
  billing: Billing;
  /** KMS ciphertext in base64. It replaces all secrets, when their KMS key is lost. */
  newLicenceKey: string | undefined;
}

/** The row, adapted to the present table and account. */
export async function prepareRow(row: Row, restored: Restored): Promise<Row> {
  if (row.sk === "PROFILE") return profileOf(row, restored);
  if (row.sk === "SECRETS") return reEncrypt(row, restored);
  return row.sk === "CHECKOUT" ? checkoutOf(row) : row;
}

const withoutSecrets = {
  hasBasicPassword: false,
  hasApiSecret: false,
  hasPrivateKey: false,
  secretsDigest: undefined,
} satisfies { [Name in keyof Profile]?: Profile[Name] };

/** Not closed, and with a version above all that name rows of the audit trail. */
function profileOf({ closedAt: _, ...row }: Row, { backup, billing, newLicenceKey }: Restored): Row {
  const named = backup.rows.map(({ sk }) => Number(/^AUDIT#[A-Z-]+#(\d+)$/.exec(sk)?.[1] ?? 0));
  return {
    ...row,
    ...billing.changes,
    ...(newLicenceKey !== undefined && withoutSecrets),
    pk: row.pk,
    sk: row.sk,
    version: Math.max(Number(row.version), ...named) + 1,
  };
}

/** Above every attempt that may have been made since: Stripe remembers their idempotency keys. */
const attemptsSince = 1000;

/** A payment page that was open then has expired. */
const checkoutOf = (row: Row): Row => ({
  ...row,
  attempt: Number(row.attempt) + attemptsSince,
  state: row.state === "fulfilled" ? row.state : "closed",
});

/** The encryption context names the account. KMS encrypts again without showing the plain text. */
async function reEncrypt(row: Row, { backup, sub, newLicenceKey }: Restored): Promise<Row> {
  if (newLicenceKey !== undefined) return { pk: row.pk, sk: row.sk, licenceKey: newLicenceKey };
  if (sub === backup.sub) return row;
  const secrets = await Promise.all(
    encryptedFields.map(async (field) => {
      const encrypted = row[field];
      if (typeof encrypted !== "string") return [];
      const parts = encrypted.split(".").map(async (part) => {
        const command = new ReEncryptCommand({
          CiphertextBlob: Buffer.from(part, "base64"),
          SourceEncryptionContext: { customer: backup.sub, field },
          DestinationKeyId: environment("KEY_ID"),
          DestinationEncryptionContext: { customer: sub, field },
        });
        const { CiphertextBlob } = await kms().send(command);
        if (!CiphertextBlob) throw new Error("KMS answered without CiphertextBlob");
        return Buffer.from(CiphertextBlob).toString("base64");
      });
      return [[field, (await Promise.all(parts)).join(".")]];
    }),
  );
  return { ...row, ...Object.fromEntries(secrets.flat()) };
}
