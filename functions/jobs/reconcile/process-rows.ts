import type { Item } from "../../platform/table.ts";
import { errorFields, log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";

/** Of one run of the reconciler, for one kind of row; what is left comes first in the next run. */
const timeMs = 120_000;
const atOnce = 4;

export interface RowTask<T> {
  rows: AsyncIterable<Item>;
  parse(item: Item): T;
  /** Lowest first: tries so far, or the time of the latest. */
  rank(row: T): number;
  /** Throws when the row cannot be settled: whatever is wrong with one must not hold up the others. */
  settle(row: T): Promise<unknown>;
  /** What the log says then. */
  failure: string;
}

/** Several rows at once, those first that had the fewest or the oldest tries. Returns how many, and which could not be settled. */
export async function processRows<T>(work: RowTask<T>): Promise<{ tried: number; failed: T[] }> {
  const rows = await readRows(work);
  const failed: T[] = [];
  const until = performance.now() + timeMs;
  let next = 0;
  async function processNext(): Promise<void> {
    for (let row = rows[next]; row !== undefined && performance.now() < until; row = rows[next]) {
      next += 1;
      const { value, key } = row;
      await work.settle(value).catch((error: unknown) => {
        reportFailed(work.failure, key, error);
        failed.push(value);
      });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, processNext));
  return { tried: next, failed };
}

interface Row<T> {
  key: string;
  value: T;
}

async function readRows<T>({ rows, parse, rank, failure }: RowTask<T>): Promise<Row<T>[]> {
  const read: Row<T>[] = [];
  for await (const item of rows) {
    try {
      read.push({ key: String(item.sk), value: parse(item) });
    } catch (error) {
      reportFailed(failure, String(item.sk), error);
    }
  }
  return read.sort((one, other) => rank(one.value) - rank(other.value));
}

function reportFailed(failure: string, row: string, error: unknown): void {
  log("error", failure, { row, ...errorFields(error) });
  count("TasksFailed");
}
