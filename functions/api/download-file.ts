import { downloadFile } from "../../shared/endpoints.ts";
import { readCustomer } from "../customer/customer-table.ts";
import { linkTo } from "../releases/download-links.ts";
import { readCurrentRelease } from "../releases/release-table.ts";
import { ApiError } from "../runtime/api-error.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(downloadFile, async ({ query: { file_type: fileType } }, { caller }) => {
  const [customer, release] = await Promise.all([readCustomer(caller.sub), readCurrentRelease(fileType)]);
  if (!customer) throw new ApiError("forbidden");
  if (!release) throw new ApiError("not_found");
  const { version, size, sha256, publishedAt } = release;
  const url = await linkTo(release, `${fileType}.zip`);
  return { result: { url, version, size, sha256, publishedAt } };
});
