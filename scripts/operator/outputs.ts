/** The file that `cdk deploy --outputs-file` writes: outputs by stack, of one environment. */
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { stackNames } from "#infra/settings/names.ts";
import { CommandRefused } from "./command.ts";

const outputsOfStacks = z.record(z.string(), z.record(z.string(), z.string()));
type Outputs = z.output<typeof outputsOfStacks>;

const dataStack = /^(.+)-Data$/;

/** The name of each output by that of the environment variable. */
const outputNames = {
  USER_POOL_ID: "UserPoolId",
  CANARY_CLIENT_ID: "CanaryClientId",
  TABLE_NAME: "TableName",
  STRIPE_SECRET_ID: "StripeSecretArn",
  DOWNLOAD_BUCKET: "DownloadBucket",
  SITE_URL: "SiteUrl",
} as const;
type ResourceName = keyof typeof outputNames | "KEY_ID";
export const resourceNames = [...Object.keys(outputNames), "KEY_ID"] as ResourceName[];

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
  const outputs = (name: string) => Object.values(stacks.data).flatMap((each) => each[name] ?? []);
  const found = Object.entries(outputNames).map(([name, output]) => [name, outputs(output)] as const);
  return Object.fromEntries(
    [...found, ["KEY_ID", keyAliases(stacks.data)] as const]
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, singleValue(file, values)]),
  );
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
