import { useEffect, useState } from "react";
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
  const [shown, setShown] = useState<Price>();
  useEffect(() => {
    let gone = false;
    loadSiteConfig()
      .then((config) => price.parse(config.price))
      .then(
        (parsed) => !gone && setShown(parsed),
        (error: unknown) => !gone && fail(error),
      );
    return () => {
      gone = true;
    };
  }, [fail]);
  return shown;
}
