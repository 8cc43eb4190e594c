import { releases } from "../../shared/endpoints.ts";
import { readOwnRecord } from "../customer/customer-table.ts";
import { readReleases } from "../releases/release-table.ts";
import { ApiError } from "../runtime/api-error.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(releases, async ({ query: { file_type: fileType } }, { caller }) => {
  const [customer, { current, releases: all }] = await Promise.all([
    readOwnRecord(caller.sub),
    readReleases(fileType),
  ]);
  if (!customer) throw new ApiError("forbidden");
  return {
    result: {
      releases: all.map(({ version, publishedAt, notes = "", size, sha256, withdrawnAt }) => ({
        version,
        publishedAt,
        notes,
        size,
        sha256,
        current: version === current,
        withdrawn: withdrawnAt !== undefined,
      })),
    },
  };
});
