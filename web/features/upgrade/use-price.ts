import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import type { Price } from "../../../shared/site-config.ts";
import { useFailureRedirect } from "../../lib/failure.ts";
import { loadSiteConfig } from "../../lib/site-config.ts";

const price = z.object({
  amountYen: z.number(),
  interval: z.enum(["month", "year"]),
  taxRatePercent: z.number(),
});

/** What the standard plan costs, once it is there. */
export function usePrice(): Price | undefined {
  const fail = useFailureRedirect();
  const { data, error } = useQuery({
    queryKey: ["price"],
    queryFn: async () => price.parse((await loadSiteConfig()).price),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (error) fail(error);
  }, [error, fail]);
  return data;
}
