import { type Item, unlessErased } from "#functions/platform/table.ts";
import { attempt } from "#functions/runtime/attempt.ts";

/** Time limit of one run for one kind of row; the rest comes first in the next run. */
const timeMs = 120_000;
const atOnce = 4;

interface RowTask<T> {
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
      const isSettled = await attempt(work.failure, () => unlessErased(() => work.settle(value)), {
        row: key,
      });
      if (!isSettled) failed.push(value);
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
    const key = String(item.sk);
    await attempt(failure, async () => read.push({ key, value: parse(item) }), { row: key });
  }
  return read.sort((one, other) => rank(one.value) - rank(other.value));
}
