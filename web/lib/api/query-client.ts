import { MutationCache, type MutationKey, QueryCache, QueryClient } from "@tanstack/react-query";
import type { Path } from "#shared/site/paths.ts";
import { ConnectionError } from "../net/connection-error.ts";
import { session } from "../session/session.ts";
import { isSignedOut } from "./failure.ts";

export interface Destination {
  to: Path;
  /** `NavigationState`, and the step if the screen is a wizard. */
  state: object;
  /** Replaces this screen's entry in the browser's history. */
  replace?: boolean;
}

/**
 * The effect of a failed call: `stay` shows a message on the screen, `error-page` leads to /error, and
 * `end-session` leads there and ends the session.
 */
export type FailureAction = "stay" | "error-page" | "end-session" | Destination;

interface CallMeta extends Record<string, unknown> {
  /** Default: `stay`. A signed-out visitor always goes to /signin. `hasData`: whether a query has earlier data. */
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

/** Sets the listener that navigates after a failed call. Returns a function that removes it. */
export function onFailedCall(listener: Follow): () => void {
  follow = listener;
  return () => {
    if (follow === listener) follow = undefined;
  };
}

const decide = (error: unknown, { failure }: CallMeta = {}, hasData = false): void =>
  follow?.(error, isSignedOut(error) ? "sign-in" : (failure?.(error, hasData) ?? "stay"));

/** Retries once if the network did not carry the request. A response is final (specification section 8). */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ConnectionError && error.reason === "offline";

/** The cache of the API's data. Offline, a call fails at once instead of waiting for a connection. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // An error of a query that no screen observes, such as a preload, has no effect.
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

session.onEnd(() => queryClient.clear());

/** Whether the mutation is running. True before React renders the button as busy, so that a second press is ignored. */
export const isUnderWay = (mutationKey: MutationKey): boolean => queryClient.isMutating({ mutationKey }) > 0;
