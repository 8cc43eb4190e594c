import {
  GetAliasCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from "@aws-sdk/client-lambda";
import type { Environment } from "#infra/environment.ts";
import { functionName, liveAlias } from "#infra/settings/names.ts";
import type { Release } from "./releases.ts";

export interface MovedAlias {
  functionName: string;
  /** Its version now. */
  from: string;
  /** Its version in the release. */
  to: string;
}

/** Lambda takes 15 such calls a second: the client slows down when it is refused. */
const clientOf = ({ region }: Environment): LambdaClient =>
  new LambdaClient({ region, retryMode: "adaptive", maxAttempts: 10 });

/** The release that answers `GET /api/health`. */
export async function liveRelease(environment: Environment): Promise<string | undefined> {
  const alias = { FunctionName: functionName(environment.name, "health"), Name: liveAlias };
  return (await clientOf(environment).send(new GetAliasCommand(alias))).Description;
}

/** The current versions of the release's aliases. `gone` are functions that are there no longer, or not in that version. */
export async function aliasesOf(environment: Environment, { functions }: Release) {
  const client = clientOf(environment);
  const gone: string[] = [];
  async function aliasOf([FunctionName, to]: [string, string]): Promise<MovedAlias[]> {
    try {
      const alias = await client.send(new GetAliasCommand({ FunctionName, Name: liveAlias }));
      await client.send(new GetFunctionConfigurationCommand({ FunctionName, Qualifier: to }));
      return [{ functionName: FunctionName, from: alias.FunctionVersion ?? "", to }];
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      gone.push(FunctionName);
      return [];
    }
  }
  const found = await Promise.all(Object.entries(functions).map(aliasOf));
  return { aliases: found.flat(), gone };
}

/** All calls at once, also when a deployment left a tenth of them elsewhere. */
export async function moveAliases(
  environment: Environment,
  aliases: readonly MovedAlias[],
  release: string,
): Promise<void> {
  const client = clientOf(environment);
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
