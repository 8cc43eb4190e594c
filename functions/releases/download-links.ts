/** Presigned URLs to the private download bucket. */
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { s3 } from "#functions/platform/aws-clients.ts";
import { environment } from "#functions/runtime/environment.ts";
import type { StoredRelease } from "./release-table.ts";

const livesSeconds = 300;

/**
 * Returns a presigned URL for that version of the file, valid for five minutes, with `fileName` to save as.
 */
export function linkTo(
  { key, s3VersionId }: Pick<StoredRelease, "key" | "s3VersionId">,
  fileName: string,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: environment("DOWNLOAD_BUCKET"),
    Key: key,
    VersionId: s3VersionId,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
  });
  return getSignedUrl(s3(), command, { expiresIn: livesSeconds });
}
