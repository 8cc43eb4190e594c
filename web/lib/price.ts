import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { loadSiteConfig } from "./site-config.ts";

const price = z.object({
  amountYen: z.number(),
  interval: z.enum(["month", "year"]),
  taxRatePercent: z.number(),
});

/** What the standard plan costs: the site's own settings. Fails as `loadSiteConfig` does. */
export const priceQuery = queryOptions({
  queryKey: ["price"],
  queryFn: async () => price.parse((await loadSiteConfig()).price),
  staleTime: Number.POSITIVE_INFINITY,
});
