import {
  GetAliasCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from "@aws-sdk/client-lambda";
import pMap from "p-map";
import type { Environment } from "#infra/environment.ts";
import { type FunctionName, functionName } from "#infra/settings/functions.ts";
import { liveAlias } from "#infra/settings/names.ts";
import { undefinedIfError } from "../../undefined-if-error.ts";
import type { Deployment } from "./deployments.ts";

export interface MovedAlias {
  functionName: string;
  /** The live version. */
  from: string;
  /** The version of the deployment that becomes live. */
  to: string;
  /** Variables of that version that do not fit the deployed resources. */
  outdated: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

/** Variables that name resources. A version keeps its variables, and its role reaches the deployed resources only. */
const resourceVariables = [
  "TABLE_NAME",
  "DOWNLOAD_BUCKET",
  "USER_EXPORT_BUCKET",
  "KEY_ID",
  "USER_POOL_ID",
  "USER_POOL_CLIENT_ID",
];

/** Returns the variables of `version` that do not fit those of the last deployment. */
function outdatedIn(version: Variables, deployed: Variables): string[] {
  // The last but one is CloudFront's: infra/constructs/website/origin-secrets.ts
  const sent = deployed.ORIGIN_SECRETS?.split(" ").at(-2);
  const isRefused = sent !== undefined && !version.ORIGIN_SECRETS?.split(" ").includes(sent);
  return [
    ...resourceVariables.filter(
      (name) => name in deployed && name in version && version[name] !== deployed[name],
    ),
    ...(isRefused ? ["ORIGIN_SECRETS"] : []),
  ];
}

/** Each takes three calls. */
const functionsAtOnce = 5;

/** Lambda accepts 15 such calls a second: after a refusal the client slows down. */
export const lambdaClientOf = ({ region }: Environment): LambdaClient =>
  new LambdaClient({ region, retryMode: "adaptive", maxAttempts: 10 });

/** The deployment whose function answers `GET /api/health`; undefined without that function. */
export async function liveDeployment(environment: Environment): Promise<string | undefined> {
  const alias = { FunctionName: functionName(environment.name, "health"), Name: liveAlias };
  const call = lambdaClientOf(environment).send(new GetAliasCommand(alias));
  return (await undefinedIfError(ResourceNotFoundException, call))?.Description;
}

/** The aliases of a deployment's functions. `gone`: functions that are deleted, or whose version is. */
export async function aliasesOf(environment: Environment, { functions }: Pick<Deployment, "functions">) {
  const client = lambdaClientOf(environment);
  const gone: string[] = [];
  async function aliasOf([FunctionName, to]: [string, string]): Promise<MovedAlias[]> {
    try {
      const alias = await client.send(new GetAliasCommand({ FunctionName, Name: liveAlias }));
      const [version, deployed] = await Promise.all([
        client.send(new GetFunctionConfigurationCommand({ FunctionName, Qualifier: to })),
        client.send(new GetFunctionConfigurationCommand({ FunctionName })),
      ]);
      const outdated = outdatedIn(
        version.Environment?.Variables ?? {},
        deployed.Environment?.Variables ?? {},
      );
      return [{ functionName: FunctionName, from: alias.FunctionVersion ?? "", to, outdated }];
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      gone.push(FunctionName);
      return [];
    }
  }
  const found = await pMap(Object.entries(functions), aliasOf, { concurrency: functionsAtOnce });
  return { aliases: found.flat(), gone };
}

/** Together they have all `resourceVariables`, and the origin secrets that all functions share. */
const sampledFunctions: readonly FunctionName[] = ["post-user", "download-file", "export-users"];

/** Variables that prevent a rollback to the deployment. Reads few functions: Lambda accepts few calls a second. */
export async function outdatedOf(environment: Environment, deployment: Deployment): Promise<string[]> {
  const names = sampledFunctions.map((name) => functionName(environment.name, name));
  const functions = Object.fromEntries(
    Object.entries(deployment.functions).filter(([name]) => names.includes(name)),
  );
  const { aliases } = await aliasesOf(environment, { functions });
  return [...new Set(aliases.flatMap(({ outdated }) => outdated))];
}

/** Moves all calls at once, and removes the weight of a gradual rollout. */
export async function moveAliases(
  environment: Environment,
  aliases: readonly MovedAlias[],
  deployment: string,
): Promise<void> {
  const client = lambdaClientOf(environment);
  const moves = aliases.map(({ functionName, to }) =>
    client.send(
      new UpdateAliasCommand({
        FunctionName: functionName,
        Name: liveAlias,
        FunctionVersion: to,
        Description: deployment,
        RoutingConfig: { AdditionalVersionWeights: {} },
      }),
    ),
  );
  await Promise.all(moves);
}
