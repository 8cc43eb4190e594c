/** The secrets and their versions; AWSCURRENT and AWSPREVIOUS move when a new value is put. */
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { SecretsManagerEmulatorOptions } from "./emulator.ts";

const versionSchema = z.object({
  id: z.string(),
  value: z.string(),
  stages: z.array(z.string()),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
});
const secretSchema = z.object({
  name: z.string(),
  arn: z.string(),
  createdAt: z.number(),
  versions: z.array(versionSchema),
});

export type SecretVersion = z.infer<typeof versionSchema>;
export type Secret = z.infer<typeof secretSchema>;

export interface SecretStore {
  /** By name, ARN, or ARN without its six random characters. */
  find(id: string): Secret | undefined;
  put(secret: Secret, version: { id: string; value: string; stages: readonly string[] }): SecretVersion;
  names(): string[];
  reset(): void;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
}

export function createSecretStore(options: SecretsManagerEmulatorOptions): SecretStore {
  const { clock, secrets: initial, region, accountId } = options;
  let secrets: Secret[] = [];

  function put(
    secret: Secret,
    given: { id: string; value: string; stages: readonly string[] },
  ): SecretVersion {
    const demoted = secret.versions.find(({ stages }) => stages.includes("AWSCURRENT"));
    const becomesCurrent = given.stages.includes("AWSCURRENT");
    const moved = becomesCurrent && demoted ? [...given.stages, "AWSPREVIOUS"] : given.stages;
    for (const version of secret.versions) {
      version.stages = version.stages.filter((stage) => !moved.includes(stage));
    }
    if (becomesCurrent) demoted?.stages.push("AWSPREVIOUS");
    const version = { ...given, stages: [...given.stages], createdAt: clock() };
    secret.versions.push(version);
    return version;
  }

  function reset(): void {
    secrets = Object.entries(initial).map(([name, value]) => {
      const secret: Secret = {
        name,
        // The suffix follows from the name, so that a configured ARN holds across restarts.
        arn: `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${suffixOf(name)}`,
        createdAt: clock(),
        versions: [],
      };
      if (value !== undefined) put(secret, { id: randomUUID(), value, stages: ["AWSCURRENT"] });
      return secret;
    });
  }

  reset();
  return {
    find: (id) => secrets.find(({ name, arn }) => [name, arn, arn.slice(0, -7)].includes(id)),
    put,
    names: () => secrets.map(({ name }) => name),
    reset,
    snapshot: () => structuredClone(secrets),
    restore(snapshot) {
      secrets = z.array(secretSchema).parse(snapshot);
    },
  };
}

function suffixOf(name: string): string {
  return createHash("sha256").update(name).digest("base64").replace(/\W/g, "").slice(0, 6);
}
