import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { readReleases } from "#functions/releases/release-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { releases } from "#shared/endpoints.ts";

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
