/** Where a command works: a stack at AWS, or a running local cloud. */
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import * as z from "zod/mini";
import { clientSettings, findLocalServices, localService } from "../local/find-services.ts";
import { awsOperator, localOperator } from "../release/operator.ts";
import { ReleaseRefused } from "../release/releases.ts";
import { AdminRefused, type Operator, type Target } from "./command.ts";
import { namesIn } from "./outputs.ts";
import { stripeAt, stripeOfSecret } from "./stripe-client.ts";

/**
 * With the credentials and region that the AWS SDK finds. The names come from the environment, or from the file that
 * `cdk deploy --outputs-file` wrote.
 */
export function awsTarget(outputsFile: string | undefined, env: NodeJS.ProcessEnv): Target {
  const names = outputsFile === undefined ? env : namesIn(outputsFile);
  const { USER_POOL_ID: userPoolId, TABLE_NAME: table } = names;
  if (!userPoolId || !table) {
    throw new AdminRefused("Set USER_POOL_ID and TABLE_NAME, or name the file: --outputs outputs.json");
  }
  const region = env.AWS_REGION ?? "ap-northeast-1";
  const dynamodb = new DynamoDBClient({ region });
  const needed = (name: "KEY_ID" | "STRIPE_SECRET_ID"): string => {
    const value = names[name];
    if (!value) throw new AdminRefused(`Set ${name}, or name the file: --outputs outputs.json`);
    return value;
  };
  return {
    userPoolId,
    table,
    dynamodb,
    cognito: new CognitoIdentityProviderClient({ region }),
    kms: new KMSClient({ region }),
    keyId: () => needed("KEY_ID"),
    stripe: () => stripeOfSecret(needed("STRIPE_SECRET_ID"), region, env.STRIPE_API_URL),
    reconcileNow: "aws lambda invoke --function-name Portal-<env>-reconcile /dev/stdout",
    whoRuns: () => whoRunsAtAws(dynamodb, region, env),
  };
}

async function whoRunsAtAws(
  dynamodb: DynamoDBClient,
  region: string,
  env: NodeJS.ProcessEnv,
): Promise<Operator> {
  const credentials = () => dynamodb.config.credentials();
  try {
    const operator = await awsOperator({ region, credentials, env });
    return { operator, accessKeyId: (await credentials()).accessKeyId };
  } catch (cause) {
    if (!(cause instanceof ReleaseRefused)) throw cause;
    throw new AdminRefused(cause.message, { cause });
  }
}

const localServices = z.object({
  cognito: z.extend(localService, { userPoolId: z.string() }),
  dynamodb: z.extend(localService, { tableName: z.string() }),
  kms: z.extend(localService, { alias: z.string() }),
  stripe: z.object({ endpoint: z.string(), secretKey: z.string() }),
});

/** The local cloud at that origin, which tells where its services are. */
export async function localTarget(origin: string): Promise<Target> {
  const services = await findLocalServices(origin);
  if (services === undefined)
    throw new AdminRefused(`No local cloud answers at ${origin}: start it with npm start.`);
  const { cognito, dynamodb, kms, stripe } = localServices.parse(services);
  return {
    userPoolId: cognito.userPoolId,
    table: dynamodb.tableName,
    cognito: new CognitoIdentityProviderClient(clientSettings(cognito)),
    dynamodb: new DynamoDBClient(clientSettings(dynamodb)),
    kms: new KMSClient(clientSettings(kms)),
    keyId: () => kms.alias,
    stripe: async () => stripeAt(stripe.secretKey, stripe.endpoint),
    reconcileNow: `curl -X POST ${new URL("/__local/schedules/reconcile", origin)}`,
    whoRuns: async () => ({ operator: localOperator(), accessKeyId: dynamodb.accessKeyId }),
  };
}
