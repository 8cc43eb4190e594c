/** KMS's operations: validate as KMS does, ask IAM, then use the key. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { denialOf } from "../aws/access.ts";
import { type JsonOperation, readInput } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Clock, Principal } from "../emulator.ts";
import type { EncryptionContext, KmsKey } from "./key.ts";

const keyId = z.string().min(1);
const context = z.record(z.string(), z.string()).default({});
const blob = z.base64().transform((text) => Buffer.from(text, "base64"));

const schemas = {
  encrypt: z.object({ KeyId: keyId, Plaintext: blob, EncryptionContext: context }),
  decrypt: z.object({ KeyId: keyId.optional(), CiphertextBlob: blob, EncryptionContext: context }),
  dataKey: z.object({
    KeyId: keyId,
    EncryptionContext: context,
    KeySpec: z.enum(["AES_128", "AES_256"]).optional(),
    NumberOfBytes: z.number().int().min(1).max(1024).optional(),
  }),
  reEncrypt: z.object({
    CiphertextBlob: blob,
    SourceKeyId: keyId.optional(),
    SourceEncryptionContext: context,
    DestinationKeyId: keyId,
    DestinationEncryptionContext: context,
  }),
  describeKey: z.object({ KeyId: keyId }),
};

const algorithm = "SYMMETRIC_DEFAULT";
const longestPlaintext = 4096;

export function createKmsOperations(key: KmsKey, clock: Clock): Record<string, JsonOperation> {
  const createdAt = clock();
  const authorize = (
    caller: Principal,
    action: string,
    encryptionContext: EncryptionContext,
    on?: string,
  ) => {
    const denial = denialOf(caller, action, on ?? `resource: ${key.arn}`, { encryptionContext });
    if (denial) throw new ServiceError("AccessDeniedException", denial);
  };
  const open = (blob: Buffer, encryptionContext: EncryptionContext, id: string | undefined) => {
    if (id !== undefined) key.mustBe(id);
    return key.open(blob, encryptionContext);
  };
  const sealNewKey = (input: unknown, caller: Principal, action: string) => {
    const { KeyId, EncryptionContext, KeySpec, NumberOfBytes } = readInput(schemas.dataKey, input);
    key.mustBe(KeyId);
    authorize(caller, action, EncryptionContext);
    const dataKey = randomBytes(dataKeyLength(KeySpec, NumberOfBytes));
    const ciphertext = key.seal(dataKey, EncryptionContext).toString("base64");
    return { dataKey, output: { KeyId: key.arn, CiphertextBlob: ciphertext } };
  };

  return {
    Encrypt(input, caller) {
      const { KeyId, Plaintext, EncryptionContext } = readInput(schemas.encrypt, input);
      checkPlaintext(Plaintext);
      key.mustBe(KeyId);
      authorize(caller, "kms:Encrypt", EncryptionContext);
      const ciphertext = key.seal(Plaintext, EncryptionContext).toString("base64");
      return { KeyId: key.arn, CiphertextBlob: ciphertext, EncryptionAlgorithm: algorithm };
    },
    Decrypt(input, caller) {
      const { KeyId, CiphertextBlob, EncryptionContext } = readInput(schemas.decrypt, input);
      authorize(caller, "kms:Decrypt", EncryptionContext, "the resource associated with this ciphertext");
      const plaintext = open(CiphertextBlob, EncryptionContext, KeyId).toString("base64");
      return { KeyId: key.arn, Plaintext: plaintext, EncryptionAlgorithm: algorithm };
    },
    GenerateDataKey(input, caller) {
      const { dataKey, output } = sealNewKey(input, caller, "kms:GenerateDataKey");
      return { ...output, Plaintext: dataKey.toString("base64") };
    },
    GenerateDataKeyWithoutPlaintext(input, caller) {
      return sealNewKey(input, caller, "kms:GenerateDataKeyWithoutPlaintext").output;
    },
    ReEncrypt(input, caller) {
      const given = readInput(schemas.reEncrypt, input);
      authorize(caller, "kms:ReEncryptFrom", given.SourceEncryptionContext);
      const plaintext = open(given.CiphertextBlob, given.SourceEncryptionContext, given.SourceKeyId);
      key.mustBe(given.DestinationKeyId);
      authorize(caller, "kms:ReEncryptTo", given.DestinationEncryptionContext);
      const ciphertext = key.seal(plaintext, given.DestinationEncryptionContext).toString("base64");
      return { KeyId: key.arn, SourceKeyId: key.arn, CiphertextBlob: ciphertext };
    },
    DescribeKey(input, caller) {
      key.mustBe(readInput(schemas.describeKey, input).KeyId);
      authorize(caller, "kms:DescribeKey", {});
      return { KeyMetadata: keyMetadata(key, createdAt) };
    },
  };
}

function keyMetadata(key: KmsKey, createdAt: number): Record<string, unknown> {
  return {
    AWSAccountId: key.accountId,
    KeyId: key.keyId,
    Arn: key.arn,
    CreationDate: createdAt / 1000,
    Enabled: true,
    KeyState: "Enabled",
    KeyUsage: "ENCRYPT_DECRYPT",
    KeySpec: algorithm,
    EncryptionAlgorithms: [algorithm],
    KeyManager: "CUSTOMER",
    Origin: "AWS_KMS",
    MultiRegion: false,
  };
}

function dataKeyLength(spec: "AES_128" | "AES_256" | undefined, bytes: number | undefined): number {
  if ((spec === undefined) === (bytes === undefined)) {
    throw new ServiceError(
      "ValidationException",
      "Please specify either number of bytes or key spec, but not both.",
    );
  }
  return bytes ?? (spec === "AES_128" ? 16 : 32);
}

function checkPlaintext(plaintext: Buffer): void {
  const length = plaintext.length;
  if (length >= 1 && length <= longestPlaintext) return;
  const bound = length === 0 ? "greater than or equal to 1" : `less than or equal to ${longestPlaintext}`;
  throw new ServiceError(
    "ValidationException",
    `1 validation error detected: Value at 'plaintext' failed to satisfy constraint: Member must have length ${bound}`,
  );
}
