import { type MutationKey, QueryClient } from "@tanstack/react-query";
import { session } from "../session.ts";
import { ConnectionError } from "./connection-error.ts";

/** Once more when the network did not carry the request; an answer of the server's is final (specification section 8). */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ConnectionError && error.reason === "offline";

/** What this page knows of the server. A call fails where there is no network, instead of waiting for one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: "always", refetchOnReconnect: false, refetchOnWindowFocus: false, retry },
    mutations: { networkMode: "always" },
  },
});

session.onClear(() => queryClient.clear());

/** Known at once: a second press may come before a button is drawn as busy. */
export const isUnderWay = (mutationKey: MutationKey): boolean => queryClient.isMutating({ mutationKey }) > 0;
