import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { readReleases } from "#functions/releases/release-table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { releases } from "#shared/endpoints.ts";

export const handler = serveSignedIn(releases, async ({ query: { file_type: fileType } }, { caller }) => {
  if (!caller.profile) throw new HttpError("forbidden");
  const { current, releases: all } = await readReleases(fileType);
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
