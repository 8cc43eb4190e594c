import { queryOptions } from "@tanstack/react-query";
import { quotes } from "#shared/endpoints.ts";
import { callApi } from "./api/api-client.ts";
import { queryClient } from "./api/query-client.ts";

/** `GET /api/quotes`: the customer's quotes, newest first. Fails as `callApi` does. */
export const quotesQuery = (loginId: string) =>
  queryOptions({
    queryKey: ["quotes", loginId],
    queryFn: async () => (await callApi(quotes, {})).result.quotes,
  });

/** There is a new quote: whoever shows them asks again. Resolves when the answer is there. */
export const quotesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["quotes"] });
