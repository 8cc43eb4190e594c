/** The environments that a command works on: stacks at AWS, or a running local cloud. */
import { hostname, userInfo } from "node:os";
import { GetCallerIdentityCommand, STSClient, STSServiceException } from "@aws-sdk/client-sts";
import * as z from "zod/mini";
import type { OperatorIdentity } from "#functions/runtime/context.ts";
import type { Environment } from "#infra/environment.ts";
import { functionName } from "#infra/settings/functions.ts";
import { liveAlias, secretsKeyAlias, stackNames } from "#infra/settings/names.ts";
import { CommandRefused, type Target } from "./command.ts";
import { refuseCall } from "./deployment/check.ts";
import { readStack } from "./deployment/deployed.ts";

/**
 * With the AWS SDK's credentials. The stacks' outputs name the resources. Throws `CommandRefused` for an environment
 * that is not deployed, or credentials that may not read it.
 */
export async function awsTarget(environment: Environment): Promise<Target> {
  const { name, region } = environment;
  const identity = await awsIdentity(region);
  const resources = await readResources(environment).catch(refuseCall);
  return {
    description: `${name}, AWS ${region}, table ${resources.TABLE_NAME}`,
    environment: { AWS_REGION: region, ...resources },
    runNow: (job) => `aws lambda invoke --function-name ${functionName(name, job)}:${liveAlias} /dev/stdout`,
    identify: async () => identity,
  };
}

/** By the names that the functions' environments have. */
async function readResources(environment: Environment) {
  const { data, portal } = stackNames(environment.name);
  const [dataStack, portalStack] = await Promise.all([
    readStack(environment, data),
    readStack(environment, portal),
  ]);
  return {
    USER_POOL_ID: portalStack.output("UserPoolId"),
    CANARY_CLIENT_ID: portalStack.output("CanaryClientId"),
    SITE_URL: portalStack.output("SiteUrl"),
    TABLE_NAME: dataStack.output("TableName"),
    DOWNLOAD_BUCKET: dataStack.output("DownloadBucket"),
    STRIPE_SECRET_ID: dataStack.output("StripeSecretArn"),
    KEY_ID: secretsKeyAlias(environment.name),
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

/**
 * The local cloud at that origin, with its (fake) credentials of an operator. Throws `CommandRefused` when there is
 * none.
 */
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
 * Returns the ARN of the credentials, which needs no permission. Throws `CommandRefused` without a response, because
 * every change needs an operator. Source: STS API reference, GetCallerIdentity.
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
