import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { downloadFile, type FileType, type ResponseOf } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";

type Release = ResponseOf<typeof downloadFile>["result"];
export interface Download {
  /** Undefined until the first answer. */
  release: Release | undefined;
  /** False while a URL that may be dead is being replaced. */
  usable: boolean;
}

/** A URL lives five minutes: it is renewed a minute before, and not used in its last ten seconds. */
const renewAfter = 4 * 60_000;
const usableFor = 5 * 60_000 - 10_000;
const retryEvery = 5_000;

/** `askedAt`: epoch milliseconds. The URL is signed later than that, so it lives longer than we count. */
async function loadRelease(fileType: FileType) {
  const askedAt = Date.now();
  const { result } = await callApi(downloadFile, { query: { file_type: fileType } });
  return { release: result, askedAt };
}

export const downloadQuery = (fileType: FileType) =>
  queryOptions({
    queryKey: ["download", fileType],
    queryFn: () => loadRelease(fileType),
    staleTime: renewAfter,
  });

/**
 * The current release of a file, its URL kept alive for as long as the screen is open. Failing to load it goes to
 * /error (specification section 8); failing to renew it is tried again.
 */
export function useDownload(fileType: FileType): Download {
  const { data, error } = useQuery({
    ...downloadQuery(fileType),
    meta: { failure: (_error, hasData) => (hasData ? "stay" : "error-page") },
    refetchInterval: ({ state }) => (state.error ? retryEvery : renewAfter),
    refetchOnReconnect: "always",
    refetchOnWindowFocus: true,
    // Every attempt to renew draws the screen anew: the time has moved on.
    notifyOnChangeProps: "all",
  });
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  return { release: data?.release, usable: isLoaded && Date.now() - data.askedAt < usableFor };
}
