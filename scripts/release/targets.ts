/** Where releases lie: a stack at AWS, or a running local cloud. */
import { readFileSync } from "node:fs";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { clientSettings, findLocalServices, localService } from "../local/find-services.ts";
import { awsOperator, localOperator } from "./operator.ts";
import { ReleaseRefused, type ReleaseStore } from "./releases.ts";

export interface Target extends ReleaseStore {
  /** Who runs this. Throws `ReleaseRefused` when nobody can tell. */
  operator(): Promise<string>;
}

/**
 * With the credentials and region that the AWS SDK finds. The names come from `TABLE_NAME` and `DOWNLOAD_BUCKET`, or from
 * the file that `cdk deploy --outputs-file` wrote.
 */
export function awsTarget(outputsFile: string | undefined, env: NodeJS.ProcessEnv): Target {
  const { TABLE_NAME: table, DOWNLOAD_BUCKET: bucket } =
    outputsFile === undefined ? env : namesIn(outputsFile);
  if (!table || !bucket) {
    throw new ReleaseRefused("Set TABLE_NAME and DOWNLOAD_BUCKET, or name the file: --outputs outputs.json");
  }
  const region = env.AWS_REGION ?? "ap-northeast-1";
  const dynamodb = new DynamoDBClient({ region });
  const credentials = () => dynamodb.config.credentials();
  return {
    table,
    bucket,
    s3: new S3Client({ region }),
    dynamodb,
    operator: () => awsOperator({ region, credentials, env }),
  };
}

const outputsOfStacks = z.record(z.string(), z.record(z.string(), z.string()));

/** Whichever stacks of the one environment name them. */
function namesIn(file: string): { TABLE_NAME?: string; DOWNLOAD_BUCKET?: string } {
  const stacks = outputsOfStacks.safeParse(JSON.parse(readText(file)));
  if (!stacks.success) throw new ReleaseRefused(`${file} is not what cdk deploy --outputs-file wrote.`);
  const only = (name: string): string => {
    const values = new Set(Object.values(stacks.data).flatMap((outputs) => outputs[name] ?? []));
    if (values.size > 1)
      throw new ReleaseRefused(`${file} speaks of more than one environment: ${[...values].join(", ")}`);
    return [...values].join();
  };
  return { TABLE_NAME: only("TableName"), DOWNLOAD_BUCKET: only("DownloadBucket") };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new ReleaseRefused(`${file} cannot be read.`, { cause });
  }
}

const localServices = z.object({
  dynamodb: z.extend(localService, { tableName: z.string() }),
  s3: z.extend(localService, { bucket: z.string() }),
});

/** The local cloud at that origin, which tells where its services are. */
export async function localTarget(origin: string): Promise<Target> {
  const services = await findLocalServices(origin);
  if (services === undefined)
    throw new ReleaseRefused(`No local cloud answers at ${origin}: start it with npm start.`);
  const { dynamodb, s3 } = localServices.parse(services);
  return {
    table: dynamodb.tableName,
    bucket: s3.bucket,
    dynamodb: new DynamoDBClient(clientSettings(dynamodb)),
    s3: new S3Client({ ...clientSettings(s3), forcePathStyle: true }),
    operator: async () => localOperator(),
  };
}
