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
import type { Release } from "./releases.ts";

export interface MovedAlias {
  functionName: string;
  /** Its version now. */
  from: string;
  /** Its version in the release. */
  to: string;
  /** Settings with which that version cannot work beside what is deployed. */
  outdated: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

/** A version keeps its environment, and its role has access to the deployed resources only. */
const resources = [
  "TABLE_NAME",
  "DOWNLOAD_BUCKET",
  "USER_EXPORT_BUCKET",
  "KEY_ID",
  "USER_POOL_ID",
  "USER_POOL_CLIENT_ID",
];

/** `deployed`: of the last deployment. Its origin secrets are the one before, CloudFront's and the one after; the first has none before. */
function outdatedIn(version: Variables, deployed: Variables): string[] {
  const secrets = deployed.ORIGIN_SECRETS?.split(" ");
  const sent = secrets?.at(-2);
  const isRefused = sent !== undefined && !version.ORIGIN_SECRETS?.split(" ").includes(sent);
  return [
    ...resources.filter((name) => name in deployed && name in version && version[name] !== deployed[name]),
    ...(isRefused ? ["ORIGIN_SECRETS"] : []),
  ];
}

/** With three calls each. */
const functionsAtOnce = 5;

/** Lambda takes 15 such calls a second: the client slows down when it is refused. */
export const lambdaClientOf = ({ region }: Environment): LambdaClient =>
  new LambdaClient({ region, retryMode: "adaptive", maxAttempts: 10 });

/** The release that answers `GET /api/health`; undefined if that function has another name in what is deployed. */
export async function liveRelease(environment: Environment): Promise<string | undefined> {
  const alias = { FunctionName: functionName(environment.name, "health"), Name: liveAlias };
  const call = lambdaClientOf(environment).send(new GetAliasCommand(alias));
  return (await undefinedIfError(ResourceNotFoundException, call))?.Description;
}

/** The current versions of the release's aliases. `gone` are functions that are there no longer, or not in that version. */
export async function aliasesOf(environment: Environment, { functions }: Release) {
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

/** Together they have every one of `resources` and the origin secrets, which all functions of a release share. */
const witnesses: readonly FunctionName[] = ["post-user", "download-file", "export-users"];

/** A function's name has its nested stack, so that a release of before the functions moved has others. */
export const hasOtherNames = (environment: Environment, { functions }: Release): boolean =>
  !(functionName(environment.name, "health") in functions);

/** Reasons that keep the release from coming back, for a list of many: by a few functions, because Lambda takes few calls a second. */
export async function outdatedOf(environment: Environment, release: Release): Promise<string[]> {
  if (hasOtherNames(environment, release)) return ["the functions' names"];
  const names = witnesses.map((name) => functionName(environment.name, name));
  const functions = Object.fromEntries(
    Object.entries(release.functions).filter(([name]) => names.includes(name)),
  );
  const { aliases } = await aliasesOf(environment, { ...release, functions });
  return [...new Set(aliases.flatMap(({ outdated }) => outdated))];
}

/** All calls at once, also when a deployment left a tenth of them elsewhere. */
export async function moveAliases(
  environment: Environment,
  aliases: readonly MovedAlias[],
  release: string,
): Promise<void> {
  const client = lambdaClientOf(environment);
  const moves = aliases.map(({ functionName, to }) =>
    client.send(
      new UpdateAliasCommand({
        FunctionName: functionName,
        Name: liveAlias,
        FunctionVersion: to,
        Description: release,
        RoutingConfig: { AdditionalVersionWeights: {} },
      }),
    ),
  );
  await Promise.all(moves);
}
