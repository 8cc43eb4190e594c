import { type QueryMeta, useQuery } from "@tanstack/react-query";
import { shownSettings } from "#shared/site/site-config.ts";
import { loadSiteConfig } from "./site-config.ts";

/**
 * Returns the query of one of the settings that screens show. Fails as `loadSiteConfig` does, and if any of
 * these settings is malformed.
 */
export const useSetting = <Name extends keyof typeof shownSettings.shape>(name: Name, meta: QueryMeta = {}) =>
  useQuery({
    queryKey: ["site-config"],
    queryFn: async () => shownSettings.parse(await loadSiteConfig()),
    select: (settings) => settings[name],
    staleTime: Number.POSITIVE_INFINITY,
    meta,
  });
