/** Releases in the table, as operators read them: every version, and the changes. */
import type { S3Client } from "@aws-sdk/client-s3";
import { rcompare } from "semver";
import * as z from "zod/mini";
import { type Row, readPartition } from "#functions/platform/table.ts";
import { release, releasePartition, type StoredRelease } from "#functions/releases/release-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { parseRow } from "../rows.ts";

/** The versioned bucket of releases. */
export interface ReleaseBucket {
  s3: S3Client;
  bucket: string;
}

const releaseChange = z.object({
  /** ISO 8601. */
  at: z.string(),
  action: z.enum(["published", "rolled-back", "rolled-forward", "announced", "announcement-stopped"]),
  version: z.string(),
  /** The previous version; missing for the first one. */
  from: z.optional(z.string()),
  /** The operator of the command. */
  operator: z.string(),
  /** Of a rollback. */
  reason: z.optional(z.string()),
});
export type ReleaseChange = z.output<typeof releaseChange>;

const readAll = async (fileType: FileType, prefix: string): Promise<Row[]> =>
  (await readPartition(releasePartition(fileType))).filter(({ sk }) => sk.startsWith(prefix));

/** Newest version first. */
export async function listVersions(fileType: FileType): Promise<StoredRelease[]> {
  const rows = await readAll(fileType, "VERSION#");
  return rows.map((row) => parseRow(row, release.parse)).sort((a, b) => rcompare(a.version, b.version));
}

/** Newest first. */
export async function listChanges(fileType: FileType): Promise<ReleaseChange[]> {
  const rows = await readAll(fileType, "AUDIT#");
  return rows.map((row) => parseRow(row, releaseChange.parse)).reverse();
}
