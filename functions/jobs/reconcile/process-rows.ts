import type { Item } from "#functions/platform/table.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";

/** Time limit of one run for one kind of row; the rest comes first in the next run. */
const timeMs = 120_000;
const atOnce = 4;

export interface RowTask<T> {
  rows: AsyncIterable<Item>;
  parse(item: Item): T;
  /** Lowest first: number of attempts, or time of the last one. */
  rank(row: T): number;
  /** Throws if the row fails; the other rows are processed all the same. */
  settle(row: T): Promise<unknown>;
  /** Log event of a failed row. */
  failure: string;
}

/** Processes several rows at once, lowest rank first. Returns how many were tried, and those that failed. */
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
