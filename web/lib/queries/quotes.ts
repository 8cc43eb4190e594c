import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { quotes } from "#shared/endpoints.ts";
import type { Price } from "#shared/site/site-config.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";
import { session } from "../session/session.ts";

/** Long enough for the list of quotes to take over what the payment has loaded. */
const freshMilliseconds = 5_000;

/** `GET /api/quotes`: the customer's quotes, newest first, and the price that they hold. Fails as `callApi` does. */
const quotesQuery = (loginId: string) =>
  queryOptions({
    queryKey: ["quotes", loginId],
    queryFn: async () => (await callApi(quotes, {})).result,
    staleTime: freshMilliseconds,
  });

/** The quotes of the signed-in customer. */
export function useQuotes() {
  const [loginId] = useState(() => session.read("loginId") ?? "");
  return useQuery(quotesQuery(loginId));
}

/** Loads the quotes again where they are shown. Resolves when the answer is there. */
export const quotesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["quotes"] });

/** The price of a purchase: today's, or that of an open quote where it is lower. Today's until the quotes are loaded. */
export const usePriceToPay = (today: Price) => ({ ...today, ...useQuotes().data?.quoted });
