import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, expect, test } from "vitest";
import { siteMistake } from "#infra/release.ts";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { budgetOf } from "#scripts/bench/budgets.ts";
import { ourFunctions } from "./support/resources.ts";

const root = join(import.meta.dirname, "../..");
const sources = ["infra", "functions", "shared", "package.json", "cdk.json"];
const clones: string[] = [];
afterAll(() => {
  for (const clone of clones) rmSync(clone, { recursive: true });
});

/** A clone somewhere else, with a built site and the same packages. */
function clone(): string {
  const directory = mkdtempSync(join(tmpdir(), "portal-clone-"));
  clones.push(directory);
  for (const source of sources) {
    cpSync(join(root, source), join(directory, source), { recursive: true });
  }
  cpSync(join(import.meta.dirname, "support/site"), join(directory, "dist/site"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  return directory;
}

/** Every template and list of assets, as `cdk deploy` would compare them with what is deployed. */
async function synthesize(
  directory: string,
  bundlingStacks = ["**"],
  variables: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { context } = JSON.parse(readFileSync(join(directory, "cdk.json"), "utf8"));
  const out = join(directory, "cdk.out");
  await promisify(execFile)(process.execPath, ["infra/app.ts"], {
    cwd: directory,
    env: {
      ...process.env,
      ...variables,
      CDK_OUTDIR: out,
      // As the CDK's command line does.
      CDK_CONTEXT_JSON: JSON.stringify({
        ...context,
        "aws:cdk:enable-path-metadata": true,
        "aws:cdk:bundling-stacks": bundlingStacks,
      }),
    },
  });
  const files = readdirSync(out).filter((name) => /\.(template|assets)\.json$/.test(name));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(out, name), "utf8")]));
}

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

test("two clones of one tree synthesize to the same, with AWS credentials as without, and each function has its own bundle, which exports its handler and keeps its budget", async () => {
  const directories = [clone(), clone()] as const;
  // The CDK's command line sets it from the credentials. The gate's package is made without any.
  const signedIn = { CDK_DEFAULT_ACCOUNT: "123456789012" };
  // One after the other: bundling all functions takes esbuild 1.5 GB.
  const one = await synthesize(directories[0]);
  const other = await synthesize(directories[1], ["**"], signedIn);
  expect(Object.keys(one)).toHaveLength(6);
  expect(other).toEqual(one);

  const bundles = bundlesOf(directories[0], one);
  expect([...bundles.keys()].sort()).toEqual(Object.keys(allFunctions).sort());
  expect(new Set(bundles.values()).size).toBe(bundles.size);
  for (const [name, file] of bundles) {
    const { handler } = await import(pathToFileURL(file).href);
    expect(handler, name).toBeTypeOf("function");
  }
  expectBudgetsKept((name) => statSync(bundles.get(name) ?? "").size / 1000);
});

/** No bundle is larger than its budget, and no budget has more than a fifth to spare. Sizes in kB. */
function expectBudgetsKept(sizeOf: (name: FunctionName) => number): void {
  const names = Object.keys(allFunctions) as FunctionName[];
  const over = names.filter((name) => sizeOf(name) > budgetOf(name).kilobytes);
  expect(over.map((name) => `${name}: ${sizeOf(name)} of ${budgetOf(name).kilobytes} kB`)).toEqual([]);
  for (const [{ kilobytes, reason }, group] of Map.groupBy(names, budgetOf))
    expect(Math.max(...group.map(sizeOf)), reason).toBeGreaterThan(0.8 * kilobytes);
}

test("without a built site, or with an older one, one sentence says what to run; a command that needs none goes on", async () => {
  const directory = clone();
  mkdirSync(join(directory, "web"));
  writeFileSync(join(directory, "web/menu.tsx"), "");
  const page = join(directory, "dist/site/index.html");
  utimesSync(page, new Date(0), new Date(0));
  expect(siteMistake(directory)).toMatch(
    /^The site in dist\/site is older than [\w./-]+: run npm run build first\.$/,
  );
  rmSync(page);
  await expect(synthesize(directory)).rejects.toMatchObject({
    code: 1,
    stderr: "There is no built site in dist/site: run npm run build first.\n",
  });
  // `cdk destroy` and `cdk list` bundle for no stack.
  expect(Object.keys(await synthesize(directory, []))).toHaveLength(6);
});

test("no command of the CDK builds the site, but synth and deploy of npm do", () => {
  const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  expect(readJson("cdk.json").build).toBeUndefined();
  for (const script of ["synth", "deploy"])
    expect(readJson("package.json").scripts[script]).toMatch(/^npm run build && cdk /);
});
