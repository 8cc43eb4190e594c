import pMap from "p-map";
import { ignoreErased } from "#functions/platform/table.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";

const concurrency = 4;

/** Does the work for each object of a page, several at once. One that fails is logged and counted, and delays no other. */
export const processPage = <T extends { id: string }>(
  page: readonly T[],
  work: (each: T) => Promise<unknown>,
  failure: string,
): Promise<boolean[]> =>
  pMap(page, (each) => runAndLogFailure(failure, () => ignoreErased(() => work(each)), { row: each.id }), {
    concurrency,
  });
