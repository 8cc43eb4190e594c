/** `npm run build`: the site into dist/site, every function's bundle into dist/functions. */
import { fileURLToPath } from "node:url";
import { type BuildOptions, build as bundle, stop } from "esbuild";
import { functionBuilds } from "#infra/settings/bundling.ts";
import { newProgram } from "./program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
export const siteDirectory = `${root}dist/site`;
export const functionsDirectory = `${root}dist/functions`;

/** One build at a time in a process: its end stops esbuild's service, which keeps up to 1.6 GB for as long as it runs. */
export async function buildFunctions(
  builds: readonly BuildOptions[] = functionBuilds(functionsDirectory),
): Promise<void> {
  for (const build of builds) await bundle(build);
  await stop();
}

export async function buildSite(directory = siteDirectory): Promise<void> {
  const { build } = await import("vite");
  const { NODE_ENV } = process.env;
  // Vite uses an existing NODE_ENV, e.g. a test runner's, and would bundle development builds of libraries.
  process.env.NODE_ENV = "production";
  try {
    await build({
      configFile: `${root}web/vite.config.ts`,
      build: { outDir: directory, emptyOutDir: true },
      logLevel: "warn",
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

if (import.meta.main) {
  newProgram("build", "The site into dist/site, every function's bundle into dist/functions.").parse();
  await Promise.all([buildFunctions(), buildSite()]);
}
