import { spawnSync } from "node:child_process";
import { globSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { functionBuilds } from "#infra/settings/bundling.ts";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { budgetOf } from "./budgets.ts";
import { budget, type Cell } from "./table.ts";

export const rounds = 15;

/** The default credential chain, and Stripe's build for Node. */
async function buildUsually(directory: string): Promise<void> {
  for (const { alias: _, conditions: __, ...usual } of functionBuilds(directory)) await build(usual);
}

/** Milliseconds of a whole Node process that loads one bundle, as Lambda's init phase does. */
function loadOnce(bundle: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", `await import(${JSON.stringify(pathToFileURL(bundle).href)})`],
    { env: { AWS_REGION: "ap-northeast-1", AWS_ACCESS_KEY_ID: "x", AWS_SECRET_ACCESS_KEY: "x" } },
  );
  if (status !== 0) throw new Error(`${bundle}: ${stderr}`);
  return performance.now() - started;
}

/** Kilobytes of a function's code and of what lies beside it. */
const sizeOf = (directory: string, name: string): number =>
  globSync([`${name}.mjs`, `${name}/*`], { cwd: directory })
    .map((file) => statSync(join(directory, file)).size / 1000)
    .reduce((sum, size) => sum + size);

/** The shortest of several runs: other load on the machine only makes a run longer. */
function fastest(bundles: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const bundle of bundles)
      times.set(bundle, Math.min(loadOnce(bundle), times.get(bundle) ?? Number.POSITIVE_INFINITY));
  }
  return times;
}

/** A row for each function: size, time, times an empty handler, and times its usual bundle. */
export async function measureColdStarts(directory: string): Promise<Cell[][]> {
  const usual = join(directory, "usual");
  await buildUsually(usual);
  const empty = join(directory, "empty.mjs");
  writeFileSync(empty, "export const handler = async () => ({ statusCode: 200 });\n");
  const names = Object.keys(allFunctions) as FunctionName[];
  const bundleIn = (where: string, name: string) => join(where, `${name}.mjs`);
  const times = fastest([
    empty,
    ...names.flatMap((name) => [directory, usual].map((at) => bundleIn(at, name))),
  ]);
  const timeOf = (bundle: string): number => times.get(bundle) ?? Number.NaN;
  return names.map((name) => {
    const [ours, theirs] = [bundleIn(directory, name), bundleIn(usual, name)];
    const [size, usualSize] = [sizeOf(directory, name), sizeOf(usual, name)];
    const ratio = timeOf(ours) / timeOf(empty);
    const share = timeOf(ours) / timeOf(theirs);
    const { kilobytes, timesEmpty, timesUsual } = budgetOf(name);
    return [
      name,
      size,
      budget(size, kilobytes),
      timeOf(ours),
      ratio,
      budget(ratio, timesEmpty),
      timeOf(theirs) / timeOf(empty),
      share,
      // Functions without an SDK have nothing to save.
      usualSize - size < 1 ? "" : budget(share, timesUsual),
    ];
  });
}
