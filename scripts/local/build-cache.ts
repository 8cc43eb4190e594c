/**
 * Builds that stay in `node_modules/.cache/builds` and are made again only when something that goes into them has changed.
 * Each lies in a directory that its key names, so that several portals and tests use them at once.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, relative } from "node:path";
import { functionBuilds, sharedBuild } from "#infra/settings/bundling.ts";
import { buildFunctions, buildSite } from "#scripts/build.ts";

export interface Build {
  name: string;
  /** The project's directory. */
  root: string;
  /** Files and folders below `root` that the build reads, beside the installed packages. */
  inputs: readonly string[];
  write(directory: string): Promise<void>;
}

const root = join(import.meta.dirname, "../..");
/** The code that makes a build, and the packages: as locked, and as npm installed them. */
const common = [
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
  "tsconfig.json",
  "scripts/build.ts",
];
const unusedDays = 7;

/** The linter lets `web` and `functions` import no other rooms. */
export const siteInputs = ["web", "shared"];
export const functionInputs = ["functions", "shared", "infra/settings"];

export const cachedSite = (): Promise<string> =>
  cachedBuild({ name: "site", root, inputs: siteInputs, write: buildSite });

/** The bundles that are deployed. */
export const cachedFunctions = (): Promise<string> =>
  cachedBuild({
    name: "functions",
    root,
    inputs: functionInputs,
    write: (directory) => buildFunctions(functionBuilds(directory)),
  });

/** Bundles that share what they have in common: built in a fifth of the time. */
export const cachedSharedFunctions = (): Promise<string> =>
  cachedBuild({
    name: "shared-functions",
    root,
    inputs: functionInputs,
    write: (directory) => buildFunctions([sharedBuild(directory)]),
  });

/** Returns the directory of the build, which others read too. */
export async function cachedBuild(build: Build): Promise<string> {
  const builds = join(build.root, "node_modules/.cache/builds");
  await mkdir(builds, { recursive: true });
  const key = keyOf(build);
  const directory = join(builds, `${build.name}-${key}`);
  if (existsSync(directory)) {
    const now = new Date();
    await utimes(directory, now, now);
    return directory;
  }
  const unfinished = await mkdtemp(`${directory}-`);
  try {
    await build.write(unfinished);
    // Somebody saved a file meanwhile: the build may hold some of the old and some of the new.
    if (keyOf(build) !== key) return await cachedBuild(build);
    await rename(unfinished, directory).catch(async (error: unknown) => {
      // Another process was faster.
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await removeUnused(builds);
  return directory;
}

function keyOf({ root, inputs }: Build): string {
  const hash = createHash("sha256").update(JSON.stringify([process.version, buildVariables()]));
  for (const path of [...common, ...inputs].flatMap((input) => filesOf(root, input))) {
    const content = readFileSync(join(root, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex").slice(0, 20);
}

/** Vite puts these into the site. */
const buildVariables = (): [string, string | undefined][] =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith("VITE_"))
    .toSorted();

/** The file itself, or all files below a folder, hidden ones too; nothing where there is neither. */
function filesOf(root: string, input: string): string[] {
  const found = statSync(join(root, input), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [input] : [];
  return readdirSync(join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

async function removeUnused(builds: string): Promise<void> {
  const oldest = Date.now() - unusedDays * 24 * 60 * 60 * 1000;
  for (const name of await readdir(builds)) {
    const path = join(builds, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}
