import { QueryClient } from "@tanstack/react-query";
import { session } from "../session.ts";
import { ConnectionError } from "./connection-error.ts";

/** Once more when the network did not carry the request; an answer of the server's is final (specification section 8). */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ConnectionError && error.reason === "offline";

/** What this page knows of the server. A query fails where there is no network, instead of waiting for one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: "always", refetchOnReconnect: false, refetchOnWindowFocus: false, retry },
  },
});

session.onClear(() => queryClient.clear());
