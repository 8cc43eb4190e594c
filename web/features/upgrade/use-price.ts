import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Price } from "#shared/site/site-config.ts";
import { useFailureRedirect } from "#web/lib/api/failure.ts";
import { priceQuery } from "#web/lib/price.ts";

/** What the standard plan costs, once it is there. Nobody pays without having seen it. */
export function usePrice(): Price | undefined {
  const fail = useFailureRedirect();
  const { data, error } = useQuery(priceQuery);
  useEffect(() => {
    if (error) fail(error);
  }, [error, fail]);
  return data;
}
