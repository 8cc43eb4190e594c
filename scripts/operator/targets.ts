/** The environments that a command works on: stacks at AWS, or a running local cloud. */
import { hostname, userInfo } from "node:os";
import { GetCallerIdentityCommand, STSClient, STSServiceException } from "@aws-sdk/client-sts";
import * as z from "zod/mini";
import type { OperatorIdentity } from "#functions/runtime/context.ts";
import { CommandRefused, type Target } from "./command.ts";
import { namesIn, resourceNames } from "./outputs.ts";

/**
 * With the AWS SDK's credentials and region. The names of the resources come from environment variables, or from the
 * file that `cdk deploy --outputs-file` wrote.
 */
export function awsTarget(outputsFile: string | undefined, env: NodeJS.ProcessEnv): Target {
  const names = outputsFile === undefined ? env : namesIn(outputsFile);
  const { TABLE_NAME } = names;
  if (!TABLE_NAME) throw new CommandRefused("Set TABLE_NAME, or name the file: --outputs outputs.json");
  const region = env.AWS_REGION ?? "ap-northeast-1";
  return {
    description: `AWS ${region}, table ${TABLE_NAME}`,
    environment: {
      AWS_REGION: region,
      // A value that the file omits is missing, also if the environment has it.
      ...Object.fromEntries(resourceNames.map((name) => [name, names[name] ?? ""])),
    },
    runNow: (job) => `aws lambda invoke --function-name Portal-<env>-${job}:live /dev/stdout`,
    identify: () => awsIdentity(region),
  };
}

const localEnvironment = z.catchall(z.object({ AWS_ACCESS_KEY_ID: z.string() }), z.string());

async function readEnvironment(origin: string): Promise<z.output<typeof localEnvironment>> {
  try {
    const response = await fetch(`${origin}/__local/environment`);
    return localEnvironment.parse(await response.json());
  } catch (cause) {
    const sentence = `No local portal answers at ${origin}: start it with npm start, and name its port: PORT=3001.`;
    throw new CommandRefused(sentence, { cause });
  }
}

/** The local cloud at that origin, with its (fake) credentials of an operator. Throws `CommandRefused` when there is none. */
export async function localTarget(origin: string): Promise<Target> {
  const environment = await readEnvironment(origin);
  return {
    description: `Local portal ${origin}`,
    environment,
    runNow: (job) => `curl -X POST ${new URL(`/__local/schedules/${job}`, origin)}`,
    identify: async () => localIdentity(environment.AWS_ACCESS_KEY_ID),
  };
}

/** In a local cloud: the user of this machine. */
const localIdentity = (accessKeyId: string): OperatorIdentity => ({
  operator: `${userInfo().username}@${hostname()}`,
  accessKeyId,
});

/**
 * Returns the ARN of the credentials, which needs no permission. Throws `CommandRefused` without a response, because every
 * change needs an operator. Source: STS API reference, GetCallerIdentity.
 */
async function awsIdentity(region: string): Promise<OperatorIdentity> {
  const sts = new STSClient({ region });
  try {
    const { accessKeyId } = await sts.config.credentials();
    const { Arn } = await sts.send(new GetCallerIdentityCommand());
    if (Arn === undefined) throw new CommandRefused("AWS did not say whose credentials these are.");
    return { operator: Arn, accessKeyId };
  } catch (error) {
    throw error instanceof CommandRefused ? error : new CommandRefused(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof STSServiceException)
    return `AWS refuses these credentials (${error.name}): sign in again.`;
  if (error instanceof Error && error.name === "CredentialsProviderError")
    return "No AWS credentials are found: sign in, or name a profile in AWS_PROFILE.";
  return "AWS STS cannot be reached to ask who you are.";
}
