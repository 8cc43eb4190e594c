import { recordLink } from "#functions/activity/record-link.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { linkTo } from "#functions/releases/download-links.ts";
import { readRelease } from "#functions/releases/release-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { downloadFile } from "#shared/endpoints.ts";

export const handler = serveSignedIn(downloadFile, async ({ query }, { caller }) => {
  const { file_type: fileType, version: wanted } = query;
  if (!caller.record) throw new ApiError("forbidden");
  const release = await readRelease(fileType, wanted);
  if (!release) throw new ApiError("not_found");
  if (release.withdrawnAt !== undefined)
    throw new ApiError("not_found", { message: "このバージョンの提供は終了しました。" });
  const { version, size, sha256, publishedAt } = release;
  const fileName = wanted === undefined ? `${fileType}.zip` : `${fileType}-${version}.zip`;
  const [url] = await Promise.all([linkTo(release, fileName), recordLink(caller.sub, fileType, version)]);
  return { result: { url, version, size, sha256, publishedAt } };
});
