/** AWS KMS with one symmetric key. Source: KMS API reference. */
import { createJsonService } from "../aws/json-service.ts";
import type { Clock, Emulator, FindPrincipal } from "../emulator.ts";
import { createKey, type KeyIdentity } from "./key.ts";
import { createKmsOperations } from "./operations.ts";

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
    // What was encrypted must open again after a reset: the key is an id that other parts were configured with.
    reset() {},
    describe: () => ({ keyId: key.keyId, keyArn: key.arn, alias: key.alias, region }),
    snapshot: () => key.export(),
    restore: (snapshot) => key.import(snapshot),
  };
}
