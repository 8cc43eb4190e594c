/** Encrypts customers' secrets with KMS. The encryption context is the customer and the field. */
import { DecryptCommand, EncryptCommand } from "@aws-sdk/client-kms";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { kms } from "./aws-clients.ts";

/** The attributes of `SECRETS` that are KMS ciphertext. */
export const encryptedFields = ["licenceKey", "basicPassword", "apiSecret", "privateKey"] as const;
export type EncryptedField = (typeof encryptedFields)[number];
interface EncryptionTarget {
  /** The customer's `sub`. */
  customer: string;
  field: EncryptedField;
}

/** Returns KMS ciphertext in base64. Functions that serve customers may encrypt, not decrypt. */
export async function encrypt(plaintext: string, { customer, field }: EncryptionTarget): Promise<string> {
  const command = new EncryptCommand({
    KeyId: environment("KEY_ID"),
    Plaintext: Buffer.from(plaintext),
    EncryptionContext: { customer, field },
  });
  const { CiphertextBlob } = await kms().send(command, untilDeadline());
  if (CiphertextBlob === undefined) throw new Error("KMS answered without a ciphertext");
  return Buffer.from(CiphertextBlob).toString("base64");
}

/**
 * Encrypts ASCII of any length in parts, because KMS accepts 4096 bytes. Returns the ciphertexts joined by
 * dots.
 */
export async function encryptLong(plaintext: string, target: EncryptionTarget): Promise<string> {
  const parts = plaintext.match(/[\s\S]{1,4096}/g) ?? [""];
  return (await Promise.all(parts.map((part) => encrypt(part, target)))).join(".");
}

export async function decrypt(encrypted: string, { customer, field }: EncryptionTarget): Promise<string> {
  const command = new DecryptCommand({
    KeyId: environment("KEY_ID"),
    CiphertextBlob: Buffer.from(encrypted, "base64"),
    EncryptionContext: { customer, field },
  });
  const { Plaintext } = await kms().send(command, untilDeadline());
  if (Plaintext === undefined) throw new Error("KMS answered without a plaintext");
  return Buffer.from(Plaintext).toString();
}
