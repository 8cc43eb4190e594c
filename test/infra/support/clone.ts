/** Copies of the tree somewhere else, and what the CDK's app makes of them. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

export const root = join(import.meta.dirname, "../../..");
const sources = ["infra", "functions", "shared", "package.json", "cdk.json"];

/** With a built site and the same packages; it goes when the test has finished. */
export function cloneTree(): string {
  const directory = mkdtempSync(join(tmpdir(), "portal-clone-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const source of sources) {
    cpSync(join(root, source), join(directory, source), { recursive: true });
  }
  cpSync(join(import.meta.dirname, "site"), join(directory, "dist/site"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  return directory;
}

/** Runs a program of that directory with Node. */
export const runNode = (directory: string, args: readonly string[], variables: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, { cwd: directory, env: { ...process.env, ...variables } });

/** Returns every template and list of assets, by file name, as `cdk deploy` would compare them with what is deployed. */
export async function synthesize(
  directory: string,
  { bundlingStacks = ["**"], variables = {} as Record<string, string> } = {},
): Promise<Record<string, string>> {
  const { context } = JSON.parse(readFileSync(join(directory, "cdk.json"), "utf8"));
  const out = join(directory, "cdk.out");
  await runNode(directory, ["infra/app.ts"], {
    ...variables,
    CDK_OUTDIR: out,
    // As the CDK's command line does.
    CDK_CONTEXT_JSON: JSON.stringify({
      ...context,
      "aws:cdk:enable-path-metadata": true,
      "aws:cdk:bundling-stacks": bundlingStacks,
    }),
  });
  const files = readdirSync(out).filter((name) => /\.(template|assets)\.json$/.test(name));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(out, name), "utf8")]));
}
