/** The file that `cdk deploy --outputs-file` writes: outputs by stack, of one environment. */
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { stackNames } from "#infra/settings/names.ts";
import { CommandRefused } from "./command.ts";

const outputsOfStacks = z.record(z.string(), z.record(z.string(), z.string()));
type Outputs = z.output<typeof outputsOfStacks>;

const dataStack = /^(.+)-Data$/;

export const resourceNames = [
  "USER_POOL_ID",
  "CANARY_CLIENT_ID",
  "TABLE_NAME",
  "KEY_ID",
  "STRIPE_SECRET_ID",
  "DOWNLOAD_BUCKET",
  "SITE_URL",
] as const;
type ResourceName = (typeof resourceNames)[number];

/**
 * By the names of the environment variables. Throws `CommandRefused` when the file holds more than one environment, or another one
 * than `environment`.
 */
export function namesIn(file: string, environment?: string): Partial<Record<ResourceName, string>> {
  const stacks = outputsOfStacks.safeParse(readJson(file));
  if (!stacks.success) throw new CommandRefused(`${file} is not what cdk deploy --outputs-file wrote.`);
  if (environment !== undefined && !isOf(environment, stacks.data))
    throw new CommandRefused(
      `${file} is not of ${environment}: it holds ${Object.keys(stacks.data).join(", ")}.`,
    );
  const only = (name: ResourceName, values: readonly string[]) =>
    values.length === 0 ? {} : { [name]: singleValue(file, values) };
  const outputs = (name: string) => Object.values(stacks.data).flatMap((each) => each[name] ?? []);
  return {
    ...only("USER_POOL_ID", outputs("UserPoolId")),
    ...only("CANARY_CLIENT_ID", outputs("CanaryClientId")),
    ...only("TABLE_NAME", outputs("TableName")),
    ...only("SITE_URL", outputs("SiteUrl")),
    ...only("DOWNLOAD_BUCKET", outputs("DownloadBucket")),
    ...only("STRIPE_SECRET_ID", outputs("StripeSecretArn")),
    ...only("KEY_ID", keyAliases(stacks.data)),
  };
}

function isOf(environment: string, stacks: Outputs): boolean {
  const { data, portal } = stackNames(environment);
  return data in stacks || portal in stacks;
}

/** The key's alias is named after the environment (`infra/constructs/storage/encryption.ts`). */
const keyAliases = (stacks: Outputs): string[] =>
  Object.keys(stacks).flatMap((stack) => {
    const portal = dataStack.exec(stack)?.[1];
    return portal === undefined ? [] : [`alias/${portal}/customer-secrets`];
  });

function singleValue(file: string, values: readonly string[]): string {
  const [value = "", ...others] = new Set(values);
  if (others.length > 0) {
    throw new CommandRefused(`${file} holds more than one environment: ${[value, ...others].join(", ")}`);
  }
  return value;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new CommandRefused(`${file} cannot be read.`, { cause });
  }
}
