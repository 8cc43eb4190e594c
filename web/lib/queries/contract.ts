import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { type Contract, latePayments } from "#shared/contract.ts";
import { getContract } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";

/** Long enough for the next screen to take over what one has loaded. */
const freshMilliseconds = 5_000;
/** While a payment is late, the customer may be making it in another tab. */
const pollMilliseconds = 10_000;

const firstPage = "";

async function loadContract(cursor: string): Promise<Contract> {
  return (await callApi(getContract, { query: cursor === firstPage ? {} : { cursor } })).result;
}

const isLate = (data: InfiniteData<Contract> | undefined): boolean =>
  data?.pages[0] !== undefined && latePayments(data.pages[0]).length > 0;

/** The card provider tells the portal a little later than it leads back here. */
const settling = { milliseconds: 3_000, times: 10 };

/** `GET /api/contract`: the first page holds the contract, each one a page of invoices. Fails as `callApi` does. */
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

/** Loads the contract again where it is shown. Resolves when the answer is there. */
export const contractChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["contract"] });
