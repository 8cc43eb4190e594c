import { basename } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { functionsBuild } from "#infra/settings/bundling.ts";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { budgetOf } from "#scripts/bench/budgets.ts";

test("no function's bundle is larger than its budget, and no budget has more than a fifth to spare", async () => {
  const { metafile } = await build({ ...functionsBuild("unused"), metafile: true, write: false });
  const sizes = new Map(
    Object.entries(metafile.outputs).map(([file, { bytes }]) => [basename(file, ".mjs"), bytes / 1000]),
  );
  const names = Object.keys(allFunctions) as FunctionName[];
  const over = names.filter((name) => (sizes.get(name) ?? Number.NaN) > budgetOf(name).kilobytes);
  expect(over.map((name) => `${name}: ${sizes.get(name)} of ${budgetOf(name).kilobytes} kB`)).toEqual([]);

  const largestBy = Map.groupBy(names, budgetOf);
  for (const [{ kilobytes, reason }, group] of largestBy) {
    const largest = Math.max(...group.map((name) => sizes.get(name) ?? 0));
    expect(largest, reason).toBeGreaterThan(0.8 * kilobytes);
  }
});
