import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { allFunctions, type FunctionName } from "./functions.ts";

const root = join(import.meta.dirname, "../..");

/** esbuild options of every bundle, in Lambda, locally and in the benchmark (measured: design section 7). */
const options: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minify: true,
  mainFields: ["module", "main"],
  /** Stripe's build for workers loads in 10 ms, its build for Node in 35. `module` is what esbuild has when nothing is named. */
  conditions: ["worker", "module"],
  /** CommonJS inside an ES module bundle still wants `require`. */
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  sourcemap: false,
  legalComments: "none",
  /** A font lies beside the code, which imports its path. In the code it would be parsed at each cold start. */
  loader: { ".ttf": "file" },
  /** Measured: the default credential chain, which Lambda needs nothing of, is a third of a cold start. */
  alias: {
    "@aws-sdk/credential-provider-node": join(root, "functions/platform/environment-credentials.ts"),
  },
};

const names = Object.keys(allFunctions) as FunctionName[];

const buildOf = (functions: readonly FunctionName[], outdir: string) =>
  ({
    ...options,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(functions.map((name) => [name, allFunctions[name].entry])),
    outdir,
    outExtension: { ".js": ".mjs" },
  }) satisfies BuildOptions;

/**
 * esbuild's options that write the deployed bundles to `outdir`: `<function>.mjs`, and what a split function loads later into the folder
 * `<function>`. The functions that are one file are one build: they share what is parsed.
 */
export const functionBuilds = (outdir: string) => [
  buildOf(
    names.filter((name) => !allFunctions[name].isSplit),
    outdir,
  ),
  ...names
    .filter((name) => allFunctions[name].isSplit)
    .map((name) => {
      const inFolder = `${name}/[name]-[hash]`;
      return { ...buildOf([name], outdir), splitting: true, chunkNames: inFolder, assetNames: inFolder };
    }),
];

/** For people: names as in the source, and stack traces by its lines. */
const readable = { minify: false, sourcemap: "linked" } as const;

/** All functions in one build that writes common code once, in files that they import: five times as fast, for this machine only. */
export const sharedBuild = (outdir: string, { isReadable = false } = {}) => ({
  ...buildOf(names, outdir),
  ...(isReadable && readable),
  splitting: true,
});
