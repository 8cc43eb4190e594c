import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { downloadFile, FileType, ResponseOf } from "#shared/endpoints.ts";
import { downloadQuery, renewAfter } from "#web/lib/downloads.ts";

type Release = ResponseOf<typeof downloadFile>["result"];
export interface Download {
  /** Undefined until the first answer. */
  release: Release | undefined;
  /** False while a URL that may be dead is being replaced. */
  usable: boolean;
}

/** A URL lives five minutes, and is not used in its last ten seconds. */
const usableFor = 5 * 60_000 - 10_000;
const retryEvery = 5_000;

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
