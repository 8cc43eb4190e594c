import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { allFunctions, type FunctionName } from "./functions.ts";

const root = join(import.meta.dirname, "../..");

/** esbuild options of every bundle, in Lambda, locally and in the benchmark. */
const options: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minify: true,
  mainFields: ["module", "main"],
  /** Stripe's build for workers loads in 10 ms, its build for Node in 35. `module` is esbuild's default. */
  conditions: ["worker", "module"],
  /** CommonJS inside an ES module bundle calls `require`. */
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  sourcemap: false,
  legalComments: "none",
  /** A font lies beside the code, which imports its path. In the code it would be parsed at each cold start. */
  loader: { ".ttf": "file" },
  /** The default credential chain, which Lambda does not need, takes a third of a cold start (measured). */
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
 * esbuild's options that write the deployed bundles to `outdir`: `<function>.mjs`, and the files that a split function
 * imports later to `<function>/`. All other functions are one build, which parses shared code once.
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

/** Names as in the source, and stack traces by its lines. */
const readable = { minify: false, sourcemap: "linked" } as const;

/** All functions in one build with shared files: five times as fast, for the local cloud only. */
export const sharedBuild = (outdir: string, { isReadable = false } = {}) => ({
  ...buildOf(names, outdir),
  ...(isReadable && readable),
  splitting: true,
});
