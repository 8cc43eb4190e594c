import { MutationCache, type MutationKey, QueryCache, QueryClient } from "@tanstack/react-query";
import type { Path } from "#shared/site/paths.ts";
import { ConnectionError } from "../net/connection-error.ts";
import { session } from "../session/session.ts";
import { isSignedOut } from "./failure.ts";

export interface Destination {
  to: Path;
  /** `NavigationState`, and a step where the screen is a wizard. */
  state: object;
  /** In the place of this screen in the history. */
  replace?: boolean;
}

/** The result of a failed call: a message on the screen, /error, /error with an empty session storage, or another screen. */
export type FailureAction = "stay" | "error-page" | "end-session" | Destination;

interface CallMeta extends Record<string, unknown> {
  /** Without it the screen tells the failure. A signed-out visitor always goes to /signin. `hasData`: of a query. */
  failure?: (error: unknown, hasData: boolean) => FailureAction;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

type Follow = (error: unknown, action: FailureAction | "sign-in") => void;
let follow: Follow | undefined;

/** Says who takes a person where their failed calls lead; returns how to stop. */
export function onFailedCall(listener: Follow): () => void {
  follow = listener;
  return () => {
    if (follow === listener) follow = undefined;
  };
}

const decide = (error: unknown, { failure }: CallMeta = {}, hasData = false): void =>
  follow?.(error, isSignedOut(error) ? "sign-in" : (failure?.(error, hasData) ?? "stay"));

/** Once more when the network did not carry the request; an answer of the server's is final (specification section 8). */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ConnectionError && error.reason === "offline";

/** The page's cache of answers. Without a network a call fails instead of waiting for one. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A query without a screen, such as a preload, leads nowhere.
      if (query.getObserversCount() > 0) decide(error, query.meta, query.state.data !== undefined);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => decide(error, mutation.meta),
  }),
  defaultOptions: {
    queries: { networkMode: "always", refetchOnReconnect: false, refetchOnWindowFocus: false, retry },
    mutations: { networkMode: "always" },
  },
});

session.onClear(() => queryClient.clear());

/** Known at once: a second press may come before a button is drawn as busy. */
export const isUnderWay = (mutationKey: MutationKey): boolean => queryClient.isMutating({ mutationKey }) > 0;
