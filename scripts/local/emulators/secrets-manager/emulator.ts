/** AWS Secrets Manager. Source: Secrets Manager API reference. */

import { z } from "zod";
import { denialOf } from "../aws/access.ts";
import { createJsonService, type JsonOperation, readInput } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Clock, Emulator, FindPrincipal, Principal } from "../emulator.ts";
import { createSecretStore, type Secret, type SecretStore } from "./secret-store.ts";

/** GetSecretValue and PutSecretValue, of the current version. */
const secretId = z.string().min(1).max(2048);
const schemas = {
  get: z.object({ SecretId: secretId }),
  put: z.object({
    SecretId: secretId,
    ClientRequestToken: z.string().min(32).max(64),
    SecretString: z.string().max(65_536),
  }),
};

function createSecretOperations(store: SecretStore): Record<string, JsonOperation> {
  // A denied caller does not learn whether the secret exists.
  const findFor = (caller: Principal, action: string, id: string): Secret => {
    const secret = store.find(id);
    const denial = denialOf(caller, action, `resource: ${secret?.arn ?? id}`);
    if (denial) throw new ServiceError("AccessDeniedException", denial);
    if (!secret) throw notFound("Secrets Manager can't find the specified secret.");
    return secret;
  };

  return {
    GetSecretValue(input, caller) {
      const { SecretId } = readInput(schemas.get, input);
      const { name, arn, current } = findFor(caller, "secretsmanager:GetSecretValue", SecretId);
      if (!current)
        throw notFound("Secrets Manager can't find the specified secret value for staging label: AWSCURRENT");
      return { ARN: arn, Name: name, VersionId: current.id, SecretString: current.value };
    },
    PutSecretValue(input, caller) {
      const { SecretId, ClientRequestToken: id, SecretString: value } = readInput(schemas.put, input);
      const secret = findFor(caller, "secretsmanager:PutSecretValue", SecretId);
      secret.current = { id, value };
      return { ARN: secret.arn, Name: secret.name, VersionId: id };
    },
  };
}

const notFound = (message: string) => new ServiceError("ResourceNotFoundException", message);

export interface SecretsManagerEmulatorOptions {
  clock: Clock;
  findPrincipal: FindPrincipal;
  /** Name to value; undefined for a secret that was created but never given one. */
  secrets: Readonly<Record<string, string | undefined>>;
  region: string;
  accountId: string;
}

export function createSecretsManagerEmulator(options: SecretsManagerEmulatorOptions): Emulator {
  const { clock, findPrincipal, region } = options;
  const store = createSecretStore(options);
  const service = createJsonService({
    targetPrefix: "secretsmanager",
    scope: { service: "secretsmanager", region },
    clock,
    findPrincipal,
    operations: createSecretOperations(store),
    faultNames: { internal: "InternalServiceError", throttled: "ThrottlingException" },
  });
  return {
    ...service,
    service: "secrets",
    reset: () => store.reset(),
    describe: () => ({ region, secrets: store.names() }),
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot),
  };
}
