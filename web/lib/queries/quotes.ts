import { queryOptions, useQuery } from "@tanstack/react-query";
import { quotes } from "#shared/endpoints.ts";
import type { Price } from "#shared/site/site-config.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";
import { useLoginId } from "../session/use-login-id.ts";

/** Long enough for the list of quotes to use the data that the payment loaded. */
const freshMilliseconds = 5_000;

/** `GET /api/quotes`: the customer's quotes, newest first, and their price. Fails as `callApi` does. */
const quotesQuery = (loginId: string) =>
  queryOptions({
    queryKey: ["quotes", loginId],
    queryFn: async () => (await callApi(quotes, {})).result,
    staleTime: freshMilliseconds,
  });

export function useQuotes() {
  const loginId = useLoginId();
  return useQuery(quotesQuery(loginId));
}

/** Reloads the quotes on the screens that show them. Resolves with the response. */
export const quotesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["quotes"] });

/** Returns the price of a purchase: today's, or an open quote's if it is lower. Today's until the quotes are loaded. */
export const usePriceToPay = (today: Price) => ({ ...today, ...useQuotes().data?.quoted });
