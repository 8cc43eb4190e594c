/** Releases in the table: every version, the current one, and the changes. */
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import { rcompare } from "semver";
import * as z from "zod/mini";
import {
  currentReleaseKey,
  type Release,
  release,
  releaseKey,
  releasePartition,
} from "#functions/releases/release-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { parseRow, type Row, readPartition, readRow } from "../table.ts";

/** The table and the versioned bucket of releases. */
export interface ReleaseStore {
  s3: S3Client;
  dynamodb: DynamoDBClient;
  bucket: string;
  table: string;
}

const releaseChange = z.object({
  /** ISO 8601. */
  at: z.string(),
  action: z.enum(["published", "rolled-back", "rolled-forward", "announced", "announcement-stopped"]),
  version: z.string(),
  /** The previous version; missing for the first one. */
  from: z.optional(z.string()),
  /** Who ran the command. */
  operator: z.string(),
  /** Of a rollback. */
  reason: z.optional(z.string()),
});
export type ReleaseChange = z.output<typeof releaseChange>;

/** The current version; undefined before the first release. */
export async function readCurrent(store: ReleaseStore, fileType: FileType): Promise<Release | undefined> {
  const row = await readRow(store, currentReleaseKey(fileType));
  return row && parseRow(row, release.parse);
}

export async function readVersion(
  store: ReleaseStore,
  fileType: FileType,
  version: string,
): Promise<Release | undefined> {
  const row = await readRow(store, releaseKey(fileType, version));
  return row && parseRow(row, release.parse);
}

async function readAll(store: ReleaseStore, fileType: FileType, prefix: string): Promise<Row[]> {
  const rows = await readPartition(store, releasePartition(fileType));
  return rows.filter(({ sk }) => sk.startsWith(prefix));
}

/** Newest version first. */
export async function listVersions(store: ReleaseStore, fileType: FileType): Promise<Release[]> {
  const rows = await readAll(store, fileType, "VERSION#");
  return rows.map((row) => parseRow(row, release.parse)).sort((a, b) => rcompare(a.version, b.version));
}

/** Newest first. */
export async function listChanges(store: ReleaseStore, fileType: FileType): Promise<ReleaseChange[]> {
  const rows = await readAll(store, fileType, "AUDIT#");
  return rows.map((row) => parseRow(row, releaseChange.parse)).reverse();
}
