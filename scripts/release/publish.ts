/** Publishes one version of a download: the file first, then CURRENT and the version's own item in one transaction. */
import { createHash } from "node:crypto";
import {
  type DynamoDBClient,
  GetItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { HeadObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { lte, valid } from "semver";
import type { FileType } from "../../shared/endpoints.ts";

export interface NewRelease {
  s3: S3Client;
  dynamodb: DynamoDBClient;
  bucket: string;
  table: string;
  fileType: FileType;
  /** `1.2.3`, newer than the current one. */
  version: string;
  /** A zip file. */
  content: Buffer;
  notes?: string;
}

/** What is stored of a release. `size` in bytes, `sha256` in hex, `publishedAt` in ISO 8601. */
export interface PublishedRelease {
  version: string;
  key: string;
  s3VersionId: string;
  size: number;
  sha256: string;
  publishedAt: string;
  notes?: string;
}

/** The release cannot be published as it is; the message says why. */
export class ReleaseRefused extends Error {}

/** Run again after it broke off anywhere, it goes on; a version that is published already is refused. */
export async function publishRelease(release: NewRelease): Promise<PublishedRelease> {
  const { version, content, notes } = release;
  checkZip(content);
  const current = await checkVersion(release);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const stored = await store(release, sha256);
  const published: PublishedRelease = {
    version,
    ...stored,
    size: content.length,
    sha256,
    publishedAt: new Date().toISOString(),
    ...(notes === undefined ? {} : { notes }),
  };
  await record(release, published, current);
  return published;
}

const zipStart = Buffer.from("PK\u0003\u0004");
const zipEnd = Buffer.from("PK\u0005\u0006");
/** The end record and the longest comment behind it. */
const longestZipEnd = 22 + 0xffff;

function checkZip(content: Buffer): void {
  const startsAsZip = content.subarray(0, zipStart.length).equals(zipStart);
  if (!startsAsZip || content.subarray(-longestZipEnd).lastIndexOf(zipEnd) < 0) {
    throw new ReleaseRefused("The file is not a zip file with something in it.");
  }
}

/** The version published last, undefined when this is the first. */
async function checkVersion({ dynamodb, table, fileType, version }: NewRelease): Promise<string | undefined> {
  if (valid(version) !== version) throw new ReleaseRefused(`"${version}" is not a version such as 1.2.3.`);
  const Key = marshall({ pk: partition(fileType), sk: "CURRENT" });
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
  if (!Item) return undefined;
  const current = String(unmarshall(Item).version);
  if (lte(version, current)) throw new ReleaseRefused(`${fileType} ${current} is published already.`);
  return current;
}

const partition = (fileType: FileType): string => `RELEASE#${fileType}`;

/** The key names the content: what lies there already is this very file, from a run that broke off. */
async function store(
  { s3, bucket, fileType, version, content }: NewRelease,
  sha256: string,
): Promise<Pick<PublishedRelease, "key" | "s3VersionId">> {
  const key = `releases/${fileType}/${version}/${sha256.slice(0, 8)}.zip`;
  const object = { Bucket: bucket, Key: key };
  const checksum = Buffer.from(sha256, "hex").toString("base64");
  try {
    const { VersionId } = await s3.send(
      new PutObjectCommand({
        ...object,
        Body: content,
        ContentType: "application/zip",
        ChecksumSHA256: checksum,
        IfNoneMatch: "*",
      }),
    );
    return { key, s3VersionId: versionIdOf(VersionId) };
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 412) throw error;
    const found = await s3.send(new HeadObjectCommand({ ...object, ChecksumMode: "ENABLED" }));
    if (found.ChecksumSHA256 !== checksum) throw new ReleaseRefused(`${key} holds another file.`);
    return { key, s3VersionId: versionIdOf(found.VersionId) };
  }
}

function versionIdOf(versionId: string | undefined): string {
  if (versionId === undefined) throw new ReleaseRefused("The bucket is not versioned.");
  return versionId;
}

async function record(
  { dynamodb, table, fileType }: NewRelease,
  release: PublishedRelease,
  current: string | undefined,
): Promise<void> {
  const pk = partition(fileType);
  const put = (sk: string) => ({ TableName: table, Item: marshall({ pk, sk, ...release }) });
  const unchanged =
    current === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :current",
          ExpressionAttributeValues: marshall({ ":current": current }),
        };
  const items = [
    { Put: { ...put("CURRENT"), ...unchanged } },
    { Put: { ...put(`VERSION#${release.version}`), ConditionExpression: "attribute_not_exists(pk)" } },
  ];
  try {
    await dynamodb.send(new TransactWriteItemsCommand({ TransactItems: items }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    throw new ReleaseRefused(`Another version of ${fileType} was published in the meantime.`, {
      cause: error,
    });
  }
}
