import { downloadFile } from "../../shared/endpoints.ts";
import { recordLink } from "../activity/record-link.ts";
import { readOwnRecord } from "../customer/customer-table.ts";
import { linkTo } from "../releases/download-links.ts";
import { readRelease } from "../releases/release-table.ts";
import { ApiError } from "../runtime/api-error.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(downloadFile, async ({ query }, { caller }) => {
  const { file_type: fileType, version: wanted } = query;
  const [customer, release] = await Promise.all([readOwnRecord(caller.sub), readRelease(fileType, wanted)]);
  if (!customer) throw new ApiError("forbidden");
  if (!release) throw new ApiError("not_found");
  if (release.withdrawnAt !== undefined)
    throw new ApiError("not_found", { message: "このバージョンの提供は終了しました。" });
  const { version, size, sha256, publishedAt } = release;
  const fileName = wanted === undefined ? `${fileType}.zip` : `${fileType}-${version}.zip`;
  const [url] = await Promise.all([linkTo(release, fileName), recordLink(caller.sub, fileType, version)]);
  return { result: { url, version, size, sha256, publishedAt } };
});
