import {
  GetAliasCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from "@aws-sdk/client-lambda";
import type { Environment } from "#infra/config.ts";
import { liveAlias } from "#infra/settings/names.ts";
import { CommandRefused } from "../../command.ts";
import type { Release } from "./releases.ts";

export interface MovedAlias {
  functionName: string;
  /** Its version now. */
  from: string;
  /** Its version in the release. */
  to: string;
  /** The release that it belongs to now. */
  release: string;
}

/** Lambda takes 15 such calls a second: the client slows down when it is refused. */
const clientOf = ({ region }: Environment): LambdaClient =>
  new LambdaClient({ region, retryMode: "adaptive", maxAttempts: 10 });

/** Where the release's aliases are now. Throws `CommandRefused` when a function or one of its versions is gone. */
export async function aliasesOf(
  environment: Environment,
  { name, functions }: Release,
  only = /./,
): Promise<MovedAlias[]> {
  const client = clientOf(environment);
  const chosen = Object.entries(functions).filter(([functionName]) => only.test(functionName));
  const found = chosen.map(async ([FunctionName, to]): Promise<MovedAlias> => {
    const alias = await client.send(new GetAliasCommand({ FunctionName, Name: liveAlias }));
    await client.send(new GetFunctionConfigurationCommand({ FunctionName, Qualifier: to }));
    return {
      functionName: FunctionName,
      from: alias.FunctionVersion ?? "",
      to,
      release: alias.Description ?? "",
    };
  });
  try {
    return await Promise.all(found);
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException)) throw cause;
    const sentence = `${name} has functions or versions that are gone: deploy its commit (docs/runbooks/rollback.md).`;
    throw new CommandRefused(sentence, { cause });
  }
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
