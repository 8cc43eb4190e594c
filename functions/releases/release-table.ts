/** The files that customers download; `npm run release` publishes them. */
import * as z from "zod/mini";
import type { FileType } from "../../shared/endpoints.ts";
import { getItem } from "../platform/table.ts";

const release = z.object({
  version: z.string(),
  /** Of the object in the download bucket, and its version there. */
  key: z.string(),
  s3VersionId: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hex. */
  sha256: z.string(),
  /** ISO 8601. */
  publishedAt: z.string(),
});
export type Release = z.output<typeof release>;

/** Undefined until a first version is published. */
export async function readCurrentRelease(fileType: FileType): Promise<Release | undefined> {
  const item = await getItem({ pk: `RELEASE#${fileType}`, sk: "CURRENT" });
  return item && release.parse(item);
}
