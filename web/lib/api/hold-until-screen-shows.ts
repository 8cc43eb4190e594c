import type { QueryFunctionContext, QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";

/** After this time a call that no screen has shown ends like any other. */
const abandonedMilliseconds = 10_000;

/** Resolves once a screen shows the query. */
const whenShown = (queryKey: QueryKey): Promise<void> =>
  new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    const isShown = (): boolean => (cache.find({ queryKey })?.getObserversCount() ?? 0) > 0;
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, abandonedMilliseconds);
    const stop = cache.subscribe(({ type }) => type === "observerAdded" && isShown() && end());
    if (isShown()) end();
  });

/**
 * The same query, for a call that starts before its screen is there. A failure waits until a screen shows the query: before that it
 * would lead nowhere, and the screen would ask again. `holdsAnswer`: for a screen that takes no answer from before it was there;
 * it joins the call as if it had asked itself.
 */
export function holdUntilScreenShows<Options extends { queryFn?: unknown }>(
  options: Options,
  { holdsAnswer = false } = {},
): Options {
  const { queryFn } = options;
  if (typeof queryFn !== "function") return options;
  return {
    ...options,
    queryFn: async (context: QueryFunctionContext) => {
      const answer: unknown = await queryFn(context).catch(async (error: unknown) => {
        await whenShown(context.queryKey);
        throw error;
      });
      if (holdsAnswer) await whenShown(context.queryKey);
      return answer;
    },
  };
}
