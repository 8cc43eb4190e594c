import type { QueryFunctionContext, QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";

/** Milliseconds after which a call stops waiting for a screen. */
const abandonedMilliseconds = 10_000;

/** Resolves once a screen observes the query. */
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
 * Returns the query's options for a call that starts before its screen is loaded. An error waits until a
 * screen observes the query: earlier it would be ignored, and the screen would call again. `holdsData` also
 * delays the data, for a screen that accepts only data from after its first render.
 */
export function holdUntilScreenShows<Options extends { queryFn?: unknown }>(
  options: Options,
  { holdsData = false } = {},
): Options {
  const { queryFn } = options;
  if (typeof queryFn !== "function") return options;
  return {
    ...options,
    queryFn: async (context: QueryFunctionContext) => {
      const data: unknown = await queryFn(context).catch(async (error: unknown) => {
        await whenShown(context.queryKey);
        throw error;
      });
      if (holdsData) await whenShown(context.queryKey);
      return data;
    },
  };
}
