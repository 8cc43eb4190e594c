/** AWS Secrets Manager. Source: Secrets Manager API reference. */
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { requireAccess } from "../aws/access.ts";
import { createJsonService, type JsonOperation, readInput } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Clock, Emulator, FindPrincipal, Principal } from "../emulator.ts";

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

const secretSchema = z.object({
  name: z.string(),
  arn: z.string(),
  current: z.object({ id: z.string(), value: z.string() }),
});
type Secret = z.infer<typeof secretSchema>;

/** `findSecret`: by name, ARN, or ARN without its six random characters. */
function createSecretOperations(
  findSecret: (id: string) => Secret | undefined,
): Record<string, JsonOperation> {
  // A denied caller does not learn whether the secret exists.
  const findFor = (caller: Principal, action: string, id: string): Secret => {
    const secret = findSecret(id);
    requireAccess(caller, { action, on: `resource: ${secret?.arn ?? id}` });
    if (secret) return secret;
    throw new ServiceError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
  };

  return {
    GetSecretValue(input, caller) {
      const { SecretId } = readInput(schemas.get, input);
      const { name, arn, current } = findFor(caller, "secretsmanager:GetSecretValue", SecretId);
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

export interface SecretsManagerEmulatorOptions {
  clock: Clock;
  findPrincipal: FindPrincipal;
  /** Name to value. */
  secrets: Readonly<Record<string, string>>;
  region: string;
  accountId: string;
}

export function createSecretsManagerEmulator(options: SecretsManagerEmulatorOptions): Emulator {
  const { clock, findPrincipal, region } = options;
  let secrets = initialSecrets(options);
  const service = createJsonService({
    targetPrefix: "secretsmanager",
    scope: { service: "secretsmanager", region },
    clock,
    findPrincipal,
    operations: createSecretOperations((id) =>
      secrets.find(({ name, arn }) => [name, arn, arn.slice(0, -7)].includes(id)),
    ),
    faultNames: { internal: "InternalServiceError", throttled: "ThrottlingException" },
  });
  return {
    ...service,
    service: "secrets",
    reset() {
      secrets = initialSecrets(options);
    },
    describe: () => ({ region, secrets: secrets.map(({ name }) => name) }),
    snapshot: () => structuredClone(secrets),
    restore(snapshot) {
      secrets = z.array(secretSchema).parse(snapshot);
    },
  };
}

function initialSecrets({ secrets, region, accountId }: SecretsManagerEmulatorOptions): Secret[] {
  return Object.entries(secrets).map(([name, value]) => ({
    name,
    // The suffix follows from the name, so that a configured ARN holds across restarts.
    arn: `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${suffixOf(name)}`,
    current: { id: randomUUID(), value },
  }));
}

function suffixOf(name: string): string {
  return createHash("sha256").update(name).digest("base64").replace(/\W/g, "").slice(0, 6);
}
