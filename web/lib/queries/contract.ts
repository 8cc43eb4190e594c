import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { type Contract, latePayments } from "#shared/contract.ts";
import { getContract } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";

/** Long enough for the next screen to use the data of the previous one. */
const freshMilliseconds = 5_000;
/** Polls while a payment is late, because the customer may pay in another tab. */
const pollMilliseconds = 10_000;

const firstPage = "";

async function loadContract(cursor: string): Promise<Contract> {
  return (await callApi(getContract, { query: cursor === firstPage ? {} : { cursor } })).result;
}

const isLate = (data: InfiniteData<Contract> | undefined): boolean =>
  data?.pages[0] !== undefined && latePayments(data.pages[0]).length > 0;

/** Polls after the return from the card provider, whose webhook arrives a little later. */
const settling = { milliseconds: 3_000, times: 10 };

/** `GET /api/contract`: the first page contains the contract, each page contains invoices. Fails as `callApi` does. */
export const contractQuery = (loginId: string, isSettling = false) =>
  infiniteQueryOptions({
    queryKey: ["contract", loginId],
    queryFn: ({ pageParam }) => loadContract(pageParam),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: freshMilliseconds,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => {
      if (isSettling && state.dataUpdateCount <= settling.times) return settling.milliseconds;
      return isLate(state.data) ? pollMilliseconds : false;
    },
  });

/** Reloads the contract on the screens that show it. Resolves with the response. */
export const contractChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["contract"] });
