/** The documents of each deployment in the site bucket: `infra/constructs/website/site-files.ts`. */
import {
  type _Object as BucketObject,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import type { Environment } from "#infra/environment.ts";
import { deploymentFolder, deploymentManifest, deploymentsFolder } from "#infra/settings/names.ts";

export interface Deployment {
  name: string;
  /** Version by function name. */
  functions: Record<string, string>;
  /** Keys in the bucket. */
  documents: readonly string[];
}

const manifest = z.object({ functions: z.record(z.string(), z.string()) });

/** Names, newest first, by the time of the manifest. */
export async function listDeployments(environment: Environment, bucket: string): Promise<string[]> {
  const manifestOf = new RegExp(`^${deploymentsFolder}/([^/]+)/${deploymentManifest}$`);
  const found = (await objectsUnder(environment, bucket, `${deploymentsFolder}/`)).flatMap(
    ({ Key = "", LastModified }) => {
      const name = manifestOf.exec(Key)?.[1];
      return name === undefined ? [] : [{ name, at: LastModified?.getTime() ?? 0 }];
    },
  );
  return found.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

export async function readDeployment(
  environment: Environment,
  Bucket: string,
  name: string,
): Promise<Deployment> {
  const folder = `${deploymentFolder(name)}/`;
  const Key = `${folder}${deploymentManifest}`;
  const { Body } = await new S3Client({ region: environment.region }).send(
    new GetObjectCommand({ Bucket, Key }),
  );
  const { functions } = manifest.parse(JSON.parse((await Body?.transformToString()) ?? ""));
  const objects = await objectsUnder(environment, Bucket, folder);
  return {
    name,
    functions,
    documents: objects.flatMap((each) => each.Key ?? []).filter((key) => key !== Key),
  };
}

/**
 * Copies the documents to their place, with their headers. Browsers and CloudFront revalidate documents at each
 * request.
 */
export async function makeDocumentsLive(
  { region }: Environment,
  Bucket: string,
  deployment: Deployment,
): Promise<void> {
  const client = new S3Client({ region });
  const copies = deployment.documents.map((key) => {
    const Key = key.slice(`${deploymentFolder(deployment.name)}/`.length);
    return client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${encodeURI(key)}` }));
  });
  await Promise.all(copies);
}

/** Deletes the manifest first: after an interruption the deployment is not listed. */
export async function deleteDeployment(
  environment: Environment,
  Bucket: string,
  name: string,
): Promise<void> {
  const client = new S3Client({ region: environment.region });
  const manifestKey = `${deploymentFolder(name)}/${deploymentManifest}`;
  const objects = await objectsUnder(environment, Bucket, `${deploymentFolder(name)}/`);
  const others = objects.flatMap(({ Key = manifestKey }) => (Key === manifestKey ? [] : [Key]));
  await client.send(new DeleteObjectCommand({ Bucket, Key: manifestKey }));
  await Promise.all(others.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
}

async function objectsUnder(
  { region }: Environment,
  Bucket: string,
  Prefix: string,
): Promise<BucketObject[]> {
  const found: BucketObject[] = [];
  const pages = paginateListObjectsV2({ client: new S3Client({ region }) }, { Bucket, Prefix });
  for await (const { Contents = [] } of pages) found.push(...Contents);
  return found;
}
