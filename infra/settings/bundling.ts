import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { allFunctions } from "./functions.ts";

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
  /** A font is part of the bundle: a function is one file. */
  loader: { ".ttf": "binary" },
  /** Measured: the default credential chain, which Lambda needs nothing of, is a third of a cold start. */
  alias: {
    "@aws-sdk/credential-provider-node": join(root, "functions/platform/environment-credentials.ts"),
  },
};

/** For people: names as in the source, and stack traces by its lines. */
const readable: BuildOptions = { minify: false, sourcemap: "linked" };

/**
 * esbuild's options that write every function's bundle to `outdir`, in one build: the functions share what is parsed. With
 * `isShared`, code of several functions is written once, in files that they import: five times as fast, for this machine only.
 */
export const functionsBuild = (outdir: string, { isReadable = false, isShared = false } = {}) =>
  ({
    ...options,
    ...(isReadable && readable),
    splitting: isShared,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(allFunctions).map(([name, { entry }]) => [name, entry])),
    outdir,
    outExtension: { ".js": ".mjs" },
  }) satisfies BuildOptions;
