import { useQuery } from "@tanstack/react-query";
import { loadSiteConfig } from "./site-config.ts";

/** How long a trial lasts, in the seller's words; undefined where they leave it open, and until they are loaded. */
export const useTrialPeriod = (): string | undefined =>
  useQuery({
    queryKey: ["trial-period"],
    queryFn: async () => (await loadSiteConfig()).trialPeriod ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? undefined;
