/** The one KMS key: how it is addressed, and how it seals and opens. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import { ServiceError } from "../aws/service-error.ts";

export interface KeyIdentity {
  keyId: string;
  /** With its prefix: `alias/portal`. */
  alias: string;
  region: string;
  accountId: string;
}

export type EncryptionContext = Readonly<Record<string, string>>;

const snapshotSchema = z.object({ keyMaterial: z.base64() });
const ivLength = 12;
const tagLength = 16;

export function createKey(identity: KeyIdentity) {
  const { keyId, alias, region, accountId } = identity;
  const prefix = `arn:aws:kms:${region}:${accountId}:`;
  const arn = `${prefix}key/${keyId}`;
  // A ciphertext names its key, so that Decrypt needs no KeyId.
  const header = Buffer.from(`\u0001${keyId}\u0000`);
  let material = randomBytes(32);

  return {
    ...identity,
    arn,
    /** NotFoundException unless `id` is this key's id, ARN, alias or alias ARN. */
    mustBe(id: string): void {
      if (![keyId, arn, alias, `${prefix}${alias}`].includes(id))
        throw new ServiceError("NotFoundException", `Key '${id}' does not exist`);
    },
    seal(plaintext: Buffer, context: EncryptionContext): Buffer {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv("aes-256-gcm", material, iv).setAAD(additionalData(header, context));
      const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
    },
    /** InvalidCiphertextException when `blob` was not encrypted by this key under that very context. */
    open(blob: Buffer, context: EncryptionContext): Buffer {
      const ivStart = header.length;
      const tagStart = ivStart + ivLength;
      const dataStart = tagStart + tagLength;
      if (blob.length < dataStart || !blob.subarray(0, ivStart).equals(header)) throw invalidCiphertext();
      const decipher = createDecipheriv("aes-256-gcm", material, blob.subarray(ivStart, tagStart))
        .setAAD(additionalData(header, context))
        .setAuthTag(blob.subarray(tagStart, dataStart));
      try {
        return Buffer.concat([decipher.update(blob.subarray(dataStart)), decipher.final()]);
      } catch {
        throw invalidCiphertext();
      }
    },
    export: () => ({ keyMaterial: material.toString("base64") }),
    import(snapshot: unknown): void {
      material = Buffer.from(snapshotSchema.parse(snapshot).keyMaterial, "base64");
    },
  };
}
export type KmsKey = ReturnType<typeof createKey>;

/** Sorted, because the order of its pairs does not change a context. */
function additionalData(header: Buffer, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(pairs))]);
}

function invalidCiphertext(): ServiceError {
  return new ServiceError("InvalidCiphertextException", "");
}
