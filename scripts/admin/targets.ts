/** Where a command works: a stack at AWS, or a running local cloud. */
import { readFileSync } from "node:fs";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as z from "zod/mini";
import { AdminRefused, type Target } from "./command.ts";

const outputs = z.record(z.string(), z.object({ UserPoolId: z.string(), TableName: z.string() }));

/**
 * With the credentials and region that the AWS SDK finds. The names come from `USER_POOL_ID` and `TABLE_NAME`, or from the
 * file that `cdk deploy --outputs-file` wrote.
 */
export function awsTarget(outputsFile: string | undefined, env: NodeJS.ProcessEnv): Target {
  const { USER_POOL_ID: userPoolId, TABLE_NAME: table } =
    outputsFile === undefined ? env : namesIn(outputsFile);
  if (!userPoolId || !table) {
    throw new AdminRefused("Set USER_POOL_ID and TABLE_NAME, or name the file: --outputs outputs.json");
  }
  const region = env.AWS_REGION ?? "ap-northeast-1";
  return {
    userPoolId,
    table,
    cognito: new CognitoIdentityProviderClient({ region }),
    dynamodb: new DynamoDBClient({ region }),
  };
}

function namesIn(file: string): { USER_POOL_ID?: string; TABLE_NAME?: string } {
  const parsed = outputs.safeParse(readJson(file));
  const [stack] = parsed.success ? Object.values(parsed.data) : [];
  return stack ? { USER_POOL_ID: stack.UserPoolId, TABLE_NAME: stack.TableName } : {};
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new AdminRefused(`${file} cannot be read.`, { cause });
  }
}

const service = {
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
};
const localServices = z.object({
  cognito: z.object({ ...service, userPoolId: z.string() }),
  dynamodb: z.object({ ...service, tableName: z.string() }),
});

/** The local cloud at that origin, which tells where its services are. */
export async function localTarget(origin: string): Promise<Target> {
  const response = await fetch(new URL("/__local/services", origin)).catch(() => undefined);
  if (!response?.ok) throw new AdminRefused(`No local cloud answers at ${origin}: start it with npm start.`);
  const { cognito, dynamodb } = localServices.parse(await response.json());
  const client = ({ endpoint, region, accessKeyId, secretAccessKey }: typeof cognito | typeof dynamodb) => ({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
  });
  return {
    userPoolId: cognito.userPoolId,
    table: dynamodb.tableName,
    cognito: new CognitoIdentityProviderClient(client(cognito)),
    dynamodb: new DynamoDBClient(client(dynamodb)),
  };
}
