/** The files that customers download; `npm run release` publishes them. */

import * as z from "zod/mini";
import { type Key, readItem, readPartition } from "#functions/platform/table.ts";
import type { FileType } from "#shared/endpoints.ts";
import type { PartitionKey } from "#shared/partitions.ts";

export const release = z.object({
  version: z.string(),
  /** Key and version of the object in the download bucket. */
  key: z.string(),
  s3VersionId: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hex. */
  sha256: z.string(),
  /** ISO 8601. */
  publishedAt: z.string(),
  /** Markdown: paragraphs, lists, bold and https links. */
  notes: z.optional(z.string()),
  /** ISO 8601: when a rollback to an older version replaced it. */
  withdrawnAt: z.optional(z.string()),
});
export type StoredRelease = z.output<typeof release>;

const currentKey = "CURRENT";
const versionPrefix = "VERSION#";

export const releasePartition = (fileType: FileType): PartitionKey => `RELEASE#${fileType}`;
export const currentReleaseKey = (fileType: FileType): Key => ({
  pk: releasePartition(fileType),
  sk: currentKey,
});
export const releaseKey = (fileType: FileType, version: string): Key => ({
  pk: releasePartition(fileType),
  sk: `${versionPrefix}${version}`,
});

/**
 * Returns that version, or without `version` the current one; undefined until a first version is published.
 */
export const readRelease = (fileType: FileType, version?: string): Promise<StoredRelease | undefined> =>
  readItem(version === undefined ? currentReleaseKey(fileType) : releaseKey(fileType, version), release);

/** Returns every version, the latest published first, and the current one's number. */
export async function readReleases(
  fileType: FileType,
): Promise<{ current?: string; releases: StoredRelease[] }> {
  // `CURRENT` sorts before `VERSION#`, and the rows for operators before both.
  const rows = await readPartition(releasePartition(fileType), currentKey);
  const current = rows.find(({ sk }) => sk === currentKey);
  const releases = rows.filter(({ sk }) => sk.startsWith(versionPrefix)).map((row) => release.parse(row));
  return {
    ...(current && { current: release.parse(current).version }),
    releases: releases.sort((one, other) => other.publishedAt.localeCompare(one.publishedAt)),
  };
}
