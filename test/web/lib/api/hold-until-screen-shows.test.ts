import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdUntilScreenShows } from "#web/lib/api/hold-until-screen-shows.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** As a screen that shows the query: begins when the screen is there, and asks if nothing is known or under way. */
function show(options: ReturnType<typeof queryOf>["options"]) {
  const observer = new QueryObserver(queryClient, { ...options, refetchOnMount: "always" });
  const stop = observer.subscribe(() => {});
  return { result: () => observer.getCurrentResult(), stop };
}

function queryOf(answer: () => Promise<string>) {
  const ask = vi.fn(answer);
  return { ask, options: queryOptions({ queryKey: ["early"], queryFn: ask, retry: false }) };
}

test("an early call that failed is the screen's own failure, asked once", async () => {
  const { ask, options } = queryOf(() => Promise.reject(new Error("refused")));
  void queryClient.prefetchQuery(holdUntilScreenShows(options));
  await vi.advanceTimersByTimeAsync(1000);
  const { result, stop } = show(options);
  await expect.poll(() => result().error?.message).toBe("refused");
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

test("an early answer is there before the screen", async () => {
  const { options } = queryOf(() => Promise.resolve("answer"));
  void queryClient.prefetchQuery(holdUntilScreenShows(options));
  await expect.poll(() => queryClient.getQueryData(options.queryKey)).toBe("answer");
});

test("a screen that wants its own answer joins an early call", async () => {
  const { ask, options } = queryOf(() => Promise.resolve("answer"));
  void queryClient.prefetchQuery(holdUntilScreenShows(options, { holdsData: true }));
  await vi.advanceTimersByTimeAsync(1000);
  const { result, stop } = show(options);
  await expect.poll(() => result().data).toBe("answer");
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

test("a call that no screen shows ends", async () => {
  const { options } = queryOf(() => Promise.reject(new Error("refused")));
  const early = queryClient.fetchQuery(holdUntilScreenShows(options)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await early).toMatchObject({ message: "refused" });
});
