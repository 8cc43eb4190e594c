import { ReEncryptCommand } from "@aws-sdk/client-kms";
import { kms } from "#functions/platform/aws-clients.ts";
import { encryptedFields } from "#functions/platform/kms.ts";
import type { Row } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import type { Backup } from "./backup.ts";
import type { Billing } from "./billing.ts";

interface Restored {
  backup: Backup;
  /** Of the account. */
  sub: string;
  billing: Billing;
}

/** The row as it may stand in the table now. */
export async function prepareRow(row: Row, restored: Restored): Promise<Row> {
  if (row.sk === "PROFILE") return profileOf(row, restored);
  if (row.sk === "SECRETS") return reEncrypt(row, restored);
  return row.sk === "CHECKOUT" ? checkoutOf(row) : row;
}

/** Open again, and with a version that no row of the audit trail is named after. */
function profileOf({ closedAt: _, ...row }: Row, { backup, billing }: Restored): Row {
  const named = backup.rows.map(({ sk }) => Number(/^AUDIT#[A-Z-]+#(\d+)$/.exec(sk)?.[1] ?? 0));
  return {
    ...row,
    ...billing.changes,
    pk: row.pk,
    sk: row.sk,
    version: Math.max(Number(row.version), ...named) + 1,
  };
}

/** Above every attempt that may have been made since: Stripe remembers their idempotency keys. */
const attemptsSince = 1000;

/** A payment page that was open then is not any more. */
const checkoutOf = (row: Row): Row => ({
  ...row,
  attempt: Number(row.attempt) + attemptsSince,
  state: row.state === "fulfilled" ? row.state : "closed",
});

/** The encryption context names the account. KMS encrypts again without showing the plain text. */
async function reEncrypt(row: Row, { backup, sub }: Restored): Promise<Row> {
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
