/** The environments that a command works on: stacks at AWS, or a running local cloud. */
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { identifiers } from "#scripts/local/identifiers.ts";
import { CommandRefused, type Target } from "./command.ts";
import { awsIdentity, localIdentity } from "./identity.ts";
import { namesIn, type ResourceName } from "./outputs.ts";

/**
 * With the AWS SDK's credentials and region. The names of the resources come from environment variables, or from the
 * file that `cdk deploy --outputs-file` wrote.
 */
export function awsTarget(outputsFile: string | undefined, env: NodeJS.ProcessEnv): Target {
  const names = outputsFile === undefined ? env : namesIn(outputsFile);
  const required = (name: ResourceName) => (): string => {
    const value = names[name];
    if (!value) throw new CommandRefused(`Set ${name}, or name the file: --outputs outputs.json`);
    return value;
  };
  const table = required("TABLE_NAME")();
  const region = env.AWS_REGION ?? "ap-northeast-1";
  return {
    description: `AWS ${region}, table ${table}`,
    userPoolId: required("USER_POOL_ID"),
    canaryClientId: required("CANARY_CLIENT_ID"),
    bucket: required("DOWNLOAD_BUCKET"),
    keyId: required("KEY_ID"),
    cognito: new CognitoIdentityProviderClient({ region }),
    kms: new KMSClient({ region }),
    s3: new S3Client({ region }),
    environment: definedOnly({ ...names, AWS_REGION: region, STRIPE_API_URL: env.STRIPE_API_URL }),
    runNow: (job) => `aws lambda invoke --function-name Portal-<env>-${job}:live /dev/stdout`,
    identify: () => awsIdentity(region),
  };
}

const definedOnly = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

const localService = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

const clientSettings = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: z.output<typeof localService>) => ({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });

/** `GET /__local/services`, with the (fake) credentials of an operator. */
const localServices = z.object({
  cognito: z.extend(localService, { userPoolId: z.string(), canaryClientId: z.string() }),
  dynamodb: z.extend(localService, { tableName: z.string() }),
  kms: z.extend(localService, { alias: z.string() }),
  s3: z.extend(localService, { bucket: z.string() }),
  secrets: localService,
  stripe: z.object({ endpoint: z.string() }),
});
type LocalServices = z.output<typeof localServices>;

const localEnvironment = ({ cognito, dynamodb, secrets, stripe }: LocalServices) => ({
  AWS_REGION: dynamodb.region,
  // Empty, so that the SDK takes the key below.
  AWS_PROFILE: "",
  AWS_SESSION_TOKEN: "",
  AWS_ACCESS_KEY_ID: dynamodb.accessKeyId,
  AWS_SECRET_ACCESS_KEY: dynamodb.secretAccessKey,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
  TABLE_NAME: dynamodb.tableName,
  USER_POOL_ID: cognito.userPoolId,
  STRIPE_SECRET_ID: identifiers.stripeSecretName,
  STRIPE_API_URL: stripe.endpoint,
});

async function findLocalServices(origin: string): Promise<LocalServices> {
  try {
    const response = await fetch(`${origin}/__local/services`);
    return localServices.parse(await response.json());
  } catch (cause) {
    const sentence = `No local portal answers at ${origin}: start it with npm start, and name its port: PORT=3001.`;
    throw new CommandRefused(sentence, { cause });
  }
}

/** The local cloud at that origin. Throws `CommandRefused` when there is none. */
export async function localTarget(origin: string): Promise<Target> {
  const services = await findLocalServices(origin);
  const { cognito, dynamodb, kms, s3 } = services;
  return {
    description: `Local portal ${origin}`,
    userPoolId: () => cognito.userPoolId,
    canaryClientId: () => cognito.canaryClientId,
    bucket: () => s3.bucket,
    keyId: () => kms.alias,
    cognito: new CognitoIdentityProviderClient(clientSettings(cognito)),
    kms: new KMSClient(clientSettings(kms)),
    s3: new S3Client({ ...clientSettings(s3), forcePathStyle: true }),
    environment: localEnvironment(services),
    runNow: (job) => `curl -X POST ${new URL(`/__local/schedules/${job}`, origin)}`,
    identify: async () => localIdentity(dynamodb.accessKeyId),
  };
}
