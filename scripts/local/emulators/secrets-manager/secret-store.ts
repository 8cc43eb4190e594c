/** The secrets with their current values. */
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";

interface SecretStoreOptions {
  /** Name to value; undefined for a secret that was created but never given one. */
  secrets: Readonly<Record<string, string | undefined>>;
  region: string;
  accountId: string;
}

const secretSchema = z.object({
  name: z.string(),
  arn: z.string(),
  /** Undefined until a first value is put. */
  current: z.optional(z.object({ id: z.string(), value: z.string() })),
});
export type Secret = z.infer<typeof secretSchema>;

export interface SecretStore {
  /** By name, ARN, or ARN without its six random characters. */
  find(id: string): Secret | undefined;
  names(): string[];
  reset(): void;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
}

export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const { secrets: initial, region, accountId } = options;
  const initialSecrets = (): Secret[] =>
    Object.entries(initial).map(([name, value]) => ({
      name,
      // The suffix follows from the name, so that a configured ARN holds across restarts.
      arn: `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${suffixOf(name)}`,
      ...(value !== undefined && { current: { id: randomUUID(), value } }),
    }));
  let secrets = initialSecrets();
  return {
    find: (id) => secrets.find(({ name, arn }) => [name, arn, arn.slice(0, -7)].includes(id)),
    names: () => secrets.map(({ name }) => name),
    reset() {
      secrets = initialSecrets();
    },
    snapshot: () => structuredClone(secrets),
    restore(snapshot) {
      secrets = z.array(secretSchema).parse(snapshot);
    },
  };
}

function suffixOf(name: string): string {
  return createHash("sha256").update(name).digest("base64").replace(/\W/g, "").slice(0, 6);
}
