import { queryOptions } from "@tanstack/react-query";
import { downloadFile, type FileType, releases } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";

/** Milliseconds. A URL is valid for five minutes and is renewed a minute earlier. */
export const renewAfter = 4 * 60_000;

/** `requestedAt`: epoch milliseconds before the URL was signed. */
async function loadRelease(fileType: FileType) {
  const requestedAt = Date.now();
  const { result } = await callApi(downloadFile, { query: { file_type: fileType } });
  return { release: result, requestedAt };
}

/** `GET /api/download/file`: a file's current release and its signed URL. Fails as `callApi` does. */
export const downloadQuery = (fileType: FileType) =>
  queryOptions({
    queryKey: ["download", fileType],
    queryFn: () => loadRelease(fileType),
    staleTime: renewAfter,
  });

/** The plugin's current release, or `null`. Loaded once per page load. */
export const latestVersionQuery = queryOptions({
  queryKey: ["latest-version"],
  queryFn: async () => {
    const { result } = await callApi(releases, { query: { file_type: "plugin" } });
    return result.releases.find(({ current }) => current) ?? null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
