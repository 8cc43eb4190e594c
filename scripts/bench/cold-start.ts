import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { allFunctions } from "../../infra/settings/functions.ts";
import { budget, type Cell, median } from "./table.ts";

const rounds = 15;
const budgets: Partial<Record<string, number>> = { "get-user": 2.3, "stripe-webhook": 2.6 };

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

/** Every function in turn, round by round, so that a drift of the machine meets them all alike. */
export async function measureColdStarts(directory: string): Promise<Cell[][]> {
  const empty = join(directory, "empty.mjs");
  writeFileSync(empty, "export const handler = async () => ({ statusCode: 200 });\n");
  const names = Object.keys(allFunctions);
  const times = new Map<string, number[]>(["empty", ...names].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, taken] of times) {
      const elapsed = loadOnce(join(directory, `${name}.mjs`));
      if (round > 0) taken.push(elapsed);
    }
  }
  const baseline = times.get("empty") ?? [];
  return [...times].map(([name, taken]) => {
    const ratio = median(taken.map((elapsed, round) => elapsed / (baseline[round] ?? Number.NaN)));
    const limit = budgets[name];
    const size = statSync(join(directory, `${name}.mjs`)).size / 1000;
    return [name, size, median(taken), ratio, limit === undefined ? "" : budget(ratio, limit)];
  });
}
