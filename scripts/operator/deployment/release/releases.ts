/** Each deployment's documents in the site bucket: `infra/constructs/website/site-files.ts`. */
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
import { keptRelease, keptReleases, releaseManifest } from "#infra/settings/names.ts";

export interface Release {
  name: string;
  /** Version of each function. */
  functions: Record<string, string>;
  /** Keys in the bucket. */
  documents: readonly string[];
}

const manifest = z.object({ functions: z.record(z.string(), z.string()) });

/** The last deployed one first: by when its manifest was written, which comes last in a deployment. */
export async function listReleases(environment: Environment, bucket: string): Promise<string[]> {
  const manifestOf = new RegExp(`^${keptReleases}/([^/]+)/${releaseManifest}$`);
  const found = (await objectsUnder(environment, bucket, `${keptReleases}/`)).flatMap(
    ({ Key = "", LastModified }) => {
      const name = manifestOf.exec(Key)?.[1];
      return name === undefined ? [] : [{ name, at: LastModified?.getTime() ?? 0 }];
    },
  );
  return found.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

export async function readRelease(environment: Environment, Bucket: string, name: string): Promise<Release> {
  const folder = `${keptRelease(name)}/`;
  const Key = `${folder}${releaseManifest}`;
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

/** With the headers that they were deployed with. Browsers and CloudFront revalidate documents at each request. */
export async function makeDocumentsLive(
  { region }: Environment,
  Bucket: string,
  release: Release,
): Promise<void> {
  const client = new S3Client({ region });
  const copies = release.documents.map((key) => {
    const Key = key.slice(`${keptRelease(release.name)}/`.length);
    return client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${encodeURI(key)}` }));
  });
  await Promise.all(copies);
}

/** Its manifest first: what is left then belongs to no release. */
export async function deleteRelease(environment: Environment, Bucket: string, name: string): Promise<void> {
  const client = new S3Client({ region: environment.region });
  const manifestKey = `${keptRelease(name)}/${releaseManifest}`;
  const objects = await objectsUnder(environment, Bucket, `${keptRelease(name)}/`);
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
