/** What the table says of the downloads: every version ever published, which one customers get, and who changed that. */
import { type DynamoDBClient, GetItemCommand, paginateQuery } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { rcompare } from "semver";
import * as z from "zod/mini";
import type { FileType } from "../../../shared/endpoints.ts";

/** Where releases lie: the table and the versioned bucket. */
export interface ReleaseStore {
  s3: S3Client;
  dynamodb: DynamoDBClient;
  bucket: string;
  table: string;
}

const publishedRelease = z.object({
  version: z.string(),
  /** Of the object in the bucket, and its version there. */
  key: z.string(),
  s3VersionId: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hex. */
  sha256: z.string(),
  /** ISO 8601. */
  publishedAt: z.string(),
  notes: z.optional(z.string()),
});
export type PublishedRelease = z.output<typeof publishedRelease>;

const releaseChange = z.object({
  /** ISO 8601. */
  at: z.string(),
  action: z.enum(["published", "rolled-back"]),
  version: z.string(),
  /** What customers got before; missing with the very first. */
  from: z.optional(z.string()),
  /** Who ran the command. */
  operator: z.string(),
  notes: z.optional(z.string()),
});
export type ReleaseChange = z.output<typeof releaseChange>;

export const partitionOf = (fileType: FileType): string => `RELEASE#${fileType}`;

async function read(
  { dynamodb, table }: ReleaseStore,
  fileType: FileType,
  sk: string,
): Promise<PublishedRelease | undefined> {
  const Key = marshall({ pk: partitionOf(fileType), sk });
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
  return Item && publishedRelease.parse(unmarshall(Item));
}

/** What customers get; undefined until something is published. */
export const readCurrent = (store: ReleaseStore, fileType: FileType) => read(store, fileType, "CURRENT");

export const readVersion = (store: ReleaseStore, fileType: FileType, version: string) =>
  read(store, fileType, `VERSION#${version}`);

async function readAll(
  { dynamodb, table }: ReleaseStore,
  fileType: FileType,
  prefix: string,
): Promise<unknown[]> {
  const items: unknown[] = [];
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: marshall({ ":pk": partitionOf(fileType), ":prefix": prefix }),
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query)) {
    items.push(...Items.map((item) => unmarshall(item)));
  }
  return items;
}

/** Newest version first. */
export async function listVersions(store: ReleaseStore, fileType: FileType): Promise<PublishedRelease[]> {
  const items = await readAll(store, fileType, "VERSION#");
  return items.map((item) => publishedRelease.parse(item)).sort((a, b) => rcompare(a.version, b.version));
}

/** Newest first. */
export async function listChanges(store: ReleaseStore, fileType: FileType): Promise<ReleaseChange[]> {
  const items = await readAll(store, fileType, "AUDIT#");
  return items.map((item) => releaseChange.parse(item)).reverse();
}
