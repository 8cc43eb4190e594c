/** AWS Secrets Manager. Source: Secrets Manager API reference. */
import { createJsonService } from "../aws/json-service.ts";
import type { Clock, Emulator, FindPrincipal } from "../emulator.ts";
import { createSecretOperations } from "./operations.ts";
import { createSecretStore } from "./secret-store.ts";

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
