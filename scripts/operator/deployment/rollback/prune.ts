/** Deletes old deployments: Lambda stores 75 GB of code for an account in a region. */
import {
  DeleteFunctionCommand,
  type LambdaClient,
  paginateListAliases,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import type { Environment } from "#infra/environment.ts";
import { lambdaClientOf } from "./aliases.ts";
import { deleteDeployment, readDeployment } from "./deployments.ts";

/** Deployments that stay, besides the live one. */
export const keptDeployments = 10;

interface Pruned {
  deployments: readonly string[];
  versions: readonly { functionName: string; version: string }[];
}

/** `names`: all deployments, newest first. */
export async function prunable(
  environment: Environment,
  bucket: string,
  { names, live }: { names: readonly string[]; live: string },
): Promise<Pruned> {
  const isKept = (name: string): boolean => name === live || names.indexOf(name) < keptDeployments;
  const kept = await Promise.all(
    names.filter(isKept).map((name) => readDeployment(environment, bucket, name)),
  );
  const oldest = new Map<string, number>();
  for (const { functions } of kept)
    for (const [name, version] of Object.entries(functions))
      oldest.set(name, Math.min(Number(version), oldest.get(name) ?? Number.POSITIVE_INFINITY));
  const client = lambdaClientOf(environment);
  const versions: Pruned["versions"][number][] = [];
  for (const [functionName, least] of oldest)
    for (const version of await versionsBefore(client, functionName, least))
      versions.push({ functionName, version });
  return { deployments: names.filter((name) => !isKept(name)), versions };
}

/** Versions below `least` that no alias points to; none of a function that does not exist. */
async function versionsBefore(client: LambdaClient, FunctionName: string, least: number): Promise<string[]> {
  try {
    const aliased = new Set<string>();
    for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName }))
      for (const { FunctionVersion = "", RoutingConfig } of Aliases)
        for (const version of [
          FunctionVersion,
          ...Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}),
        ])
          aliased.add(version);
    const found: string[] = [];
    // `$LATEST` is not a number, so no comparison holds for it.
    for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName }))
      for (const { Version = "" } of Versions)
        if (Number(Version) < least && !aliased.has(Version)) found.push(Version);
    return found;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [];
    throw error;
  }
}

/** Can be run again after an interruption. */
export async function prune(environment: Environment, bucket: string, pruned: Pruned): Promise<void> {
  for (const name of pruned.deployments) await deleteDeployment(environment, bucket, name);
  const client = lambdaClientOf(environment);
  for (const { functionName, version } of pruned.versions)
    await client.send(new DeleteFunctionCommand({ FunctionName: functionName, Qualifier: version }));
}
