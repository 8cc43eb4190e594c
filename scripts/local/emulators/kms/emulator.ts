/** AWS KMS with one symmetric key. Source: KMS API reference. */

import { z } from "zod";
import { requireAccess } from "../aws/access.ts";
import { createJsonService, type JsonOperation, readInput } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Clock, Emulator, FindPrincipal, Principal } from "../emulator.ts";
import { createKey, type EncryptionContext, type KeyIdentity, type KmsKey } from "./key.ts";

/** KMS's operations: validate as KMS does, ask IAM, then use the key. */
const keyId = z.string().min(1);
const context = z.record(z.string(), z.string()).default({});
const blob = z.base64().transform((text) => Buffer.from(text, "base64"));

const schemas = {
  encrypt: z.object({ KeyId: keyId, Plaintext: blob, EncryptionContext: context }),
  decrypt: z.object({ KeyId: keyId.optional(), CiphertextBlob: blob, EncryptionContext: context }),
  reEncrypt: z.object({
    CiphertextBlob: blob,
    SourceEncryptionContext: context,
    DestinationKeyId: keyId,
    DestinationEncryptionContext: context,
  }),
};

const algorithm = "SYMMETRIC_DEFAULT";
const longestPlaintext = 4096;

function createKmsOperations(key: KmsKey): Record<string, JsonOperation> {
  const authorize = (
    caller: Principal,
    action: string,
    encryptionContext: EncryptionContext,
    on = `resource: ${key.arn}`,
  ) => requireAccess(caller, { action, on, context: { encryptionContext } });
  return {
    Encrypt(input, caller) {
      const { KeyId, Plaintext, EncryptionContext } = readInput(schemas.encrypt, input);
      checkPlaintext(Plaintext);
      key.mustBe(KeyId);
      authorize(caller, "kms:Encrypt", EncryptionContext);
      const ciphertext = key.seal(Plaintext, EncryptionContext).toString("base64");
      return { KeyId: key.arn, CiphertextBlob: ciphertext, EncryptionAlgorithm: algorithm };
    },
    ReEncrypt(input, caller) {
      const request = readInput(schemas.reEncrypt, input);
      key.mustBe(request.DestinationKeyId);
      authorize(caller, "kms:ReEncryptFrom", request.SourceEncryptionContext);
      authorize(caller, "kms:ReEncryptTo", request.DestinationEncryptionContext);
      const plaintext = key.open(request.CiphertextBlob, request.SourceEncryptionContext);
      const ciphertext = key.seal(plaintext, request.DestinationEncryptionContext).toString("base64");
      return { CiphertextBlob: ciphertext, SourceKeyId: key.arn, KeyId: key.arn };
    },
    Decrypt(input, caller) {
      const { KeyId, CiphertextBlob, EncryptionContext } = readInput(schemas.decrypt, input);
      authorize(caller, "kms:Decrypt", EncryptionContext, "the resource associated with this ciphertext");
      if (KeyId !== undefined) key.mustBe(KeyId);
      const plaintext = key.open(CiphertextBlob, EncryptionContext).toString("base64");
      return { KeyId: key.arn, Plaintext: plaintext, EncryptionAlgorithm: algorithm };
    },
  };
}

function checkPlaintext({ length }: Buffer): void {
  if (length >= 1 && length <= longestPlaintext) return;
  throw new ServiceError(
    "ValidationException",
    `A plaintext has 1 to ${longestPlaintext} bytes, not ${length}.`,
  );
}

export interface KmsEmulatorOptions extends KeyIdentity {
  clock: Clock;
  findPrincipal: FindPrincipal;
}

export function createKmsEmulator(options: KmsEmulatorOptions): Emulator {
  const { clock, findPrincipal, region } = options;
  const key = createKey(options);
  const service = createJsonService({
    targetPrefix: "TrentService",
    scope: { service: "kms", region },
    clock,
    findPrincipal,
    operations: createKmsOperations(key),
    faultNames: { internal: "KMSInternalException", throttled: "ThrottlingException" },
  });
  return {
    ...service,
    service: "kms",
    // Existing ciphertexts must stay readable after a reset: other parts were configured with the key's id.
    reset() {},
    describe: () => ({ keyId: key.keyId, keyArn: key.arn, alias: key.alias, region }),
    snapshot: () => key.export(),
    restore: (snapshot) => key.import(snapshot),
  };
}
