import { errorFields, log } from "../../runtime/log.ts";
import { count } from "../../runtime/metrics.ts";

/** Whatever is wrong with one customer must not hold up the others. Returns those that could not be settled. */
export async function oneByOne<T extends { sk: string }>(
  rows: readonly T[],
  failure: string,
  settle: (row: T) => Promise<unknown>,
): Promise<T[]> {
  const unsettled: T[] = [];
  for (const row of rows) {
    await settle(row).catch((error: unknown) => {
      log("error", failure, { customer: row.sk, ...errorFields(error) });
      count("Unsettled");
      unsettled.push(row);
    });
  }
  return unsettled;
}
