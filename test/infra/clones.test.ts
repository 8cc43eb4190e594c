/** Two people who deploy the same commit on two machines deploy the same. */
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { budgetOf } from "#scripts/bench/budgets.ts";
import { cloneTree, runNode, synthesize } from "./support/clone.ts";
import { ourFunctions } from "./support/resources.ts";

/** The bundle of each function, by the function's name. */
function bundlesOf(directory: string, templates: Record<string, string>): Map<string, string> {
  const resources = Object.values(templates).flatMap((text) =>
    Object.entries(JSON.parse(text).Resources ?? {}),
  );
  const stacks = Template.fromJSON({ Resources: Object.fromEntries(resources) });
  return new Map(
    ourFunctions(stacks).map(({ name, properties: { Code } }) => [
      name,
      join(directory, "cdk.out", `asset.${Code.S3Key.replace(".zip", "")}`, "index.mjs"),
    ]),
  );
}

/** Bundles one function there, with the build's own options. */
async function bundleIn(directory: string, name: FunctionName): Promise<string> {
  const program = `
    import { buildSync } from "esbuild";
    import { functionBuilds } from "./infra/settings/bundling.ts";
    const build = functionBuilds("bundle").find(({ entryPoints }) => "${name}" in entryPoints);
    buildSync({ ...build, entryPoints: { "${name}": build.entryPoints["${name}"] } });`;
  await runNode(directory, ["--input-type=module", "--eval", program]);
  return readFileSync(join(directory, `bundle/${name}.mjs`), "utf8");
}

test("two clones synthesize to the same; each bundle loads and keeps its budget", async () => {
  const [one, other] = [cloneTree(), cloneTree()];
  // Bundling all functions takes esbuild half a minute: the other clone has the bundles of the first, and bundles one itself below.
  const temporary = join(one, "temporary");
  mkdirSync(temporary);
  const templates = await synthesize(one, { variables: { TMPDIR: temporary } });
  const [built = ""] = readdirSync(temporary).filter((name) => name.startsWith("portal-functions-"));
  const reused = await synthesize(other, {
    variables: {
      BUNDLES: join(temporary, built),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "support/reuse-bundles.mjs")}`,
      // The CDK's command line sets it from the credentials. The gate's package is made without any.
      CDK_DEFAULT_ACCOUNT: "123456789012",
    },
  });
  expect(Object.keys(templates)).toHaveLength(10);
  expect(reused).toEqual(templates);

  const bundles = bundlesOf(one, templates);
  expect([...bundles.keys()].sort()).toEqual(Object.keys(allFunctions).sort());
  expect(new Set(bundles.values()).size).toBe(bundles.size);
  // The bundle of a split function names its other files by their content.
  for (const name of ["post-user", "quote-pdf"] as const)
    expect(readFileSync(bundles.get(name) ?? "", "utf8") === (await bundleIn(other, name)), name).toBe(true);
  for (const [name, file] of bundles) {
    const { handler } = await import(pathToFileURL(file).href);
    expect(handler, name).toBeTypeOf("function");
  }
  expectBudgetsKept((name) => {
    const asset = dirname(bundles.get(name) ?? "");
    const files = readdirSync(asset, { recursive: true, encoding: "utf8" }).filter((file) => extname(file));
    return files.reduce((kilobytes, file) => kilobytes + statSync(join(asset, file)).size / 1000, 0);
  });
});

/** No bundle is larger than its budget, and no budget has more than a fifth to spare. Sizes in kB. */
function expectBudgetsKept(sizeOf: (name: FunctionName) => number): void {
  const names = Object.keys(allFunctions) as FunctionName[];
  const over = names.filter((name) => sizeOf(name) > budgetOf(name).kilobytes);
  expect(over.map((name) => `${name}: ${sizeOf(name)} of ${budgetOf(name).kilobytes} kB`)).toEqual([]);
  for (const [{ kilobytes, reason }, group] of Map.groupBy(names, budgetOf))
    expect(Math.max(...group.map(sizeOf)), reason).toBeGreaterThan(0.8 * kilobytes);
}
