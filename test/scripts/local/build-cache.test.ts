import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { functionsBuild } from "#infra/settings/bundling.ts";
import { type Build, cachedBuild, functionInputs, siteInputs } from "#scripts/local/build-cache.ts";

let root: string;
let built: number;
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
const builds = () => readdir(join(root, "node_modules/.cache/builds"));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "portal-builds-"));
  built = 0;
  await put("web/main.ts", "one");
  await put("web/lib/part.ts", "two");
  await put("package-lock.json", "{}");
  await put("node_modules/.package-lock.json", "{}");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const site = (write?: Build["write"]): Build => ({
  name: "site",
  root,
  inputs: ["web"],
  write: async (directory) => {
    built += 1;
    await write?.(directory);
    await writeFile(join(directory, "out.js"), await readFile(join(root, "web/main.ts")));
  },
});
const output = (directory: string) => readFile(join(directory, "out.js"), "utf8");

test("the same inputs are built once, also by two processes at once", async () => {
  const [first, second] = await Promise.all([cachedBuild(site()), cachedBuild(site())]);
  expect(second).toBe(first);
  built = 0;
  expect(await cachedBuild(site())).toBe(first);
  expect(built).toBe(0);
  expect(await output(first)).toBe("one");
  expect(await builds()).toHaveLength(1);
});

test.for<[what: string, change: () => Promise<unknown>]>([
  ["another content", () => put("web/main.ts", "two")],
  ["a new file", () => put("web/lib/new.ts", "")],
  ["a file of another name", () => rename(join(root, "web/lib/part.ts"), join(root, "web/lib/other.ts"))],
  ["a file that is gone", () => rm(join(root, "web/lib/part.ts"))],
  ["a hidden file", () => put("web/.env.production", "VITE_NAME=1")],
  ["other packages in the lockfile", () => put("package-lock.json", '{"packages":{}}')],
  ["other packages installed", () => put("node_modules/.package-lock.json", '{"packages":{}}')],
  ["another setting of the site", async () => vi.stubEnv("VITE_NAME", "1")],
])("%s is built again", async ([_, change]) => {
  const first = await cachedBuild(site());
  await change();
  expect(await cachedBuild(site())).not.toBe(first);
  expect(built).toBe(2);
});

test("a failed build is not cached", async () => {
  const failing = site(() => Promise.reject(new Error("a wrong line")));
  await expect(cachedBuild(failing)).rejects.toThrow("a wrong line");
  expect(await builds()).toEqual([]);
});

test("a file that is saved during the build is in the build", async () => {
  const directory = await cachedBuild(
    site(() => (built === 1 ? put("web/main.ts", "saved") : Promise.resolve())),
  );
  expect(built).toBe(2);
  expect(await output(directory)).toBe("saved");
  expect(await builds()).toHaveLength(1);
});

test("the next build deletes one that was unused for a week", async () => {
  const first = await cachedBuild(site());
  await put("web/main.ts", "two");
  await utimes(first, new Date(0), new Date(0));
  const second = await cachedBuild(site());
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
});

const project = join(import.meta.dirname, "../../..");
const inputsOf = async (entryPoints: string[]) => {
  const { entryPoints: _, ...options } = functionsBuild("unused");
  const { metafile } = await build({
    ...options,
    entryPoints,
    absWorkingDir: project,
    metafile: true,
    write: false,
    packages: "external",
    external: ["virtual:*"],
    loader: { ".md": "empty" },
  });
  return Object.keys(metafile.inputs).map((path) => relative(project, join(project, path)));
};

test.for<[build: string, entries: string[], inputs: string[]]>([
  ["site", ["web/main.tsx", "web/build/render-site.tsx", "web/vite.config.ts"], siteInputs],
  ["functions", Object.values(functionsBuild("unused").entryPoints), functionInputs],
])("the %s are of no source outside of the key's folders", async ([_, entries, inputs]) => {
  const sources = await inputsOf(entries);
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((path) => !inputs.some((input) => path.startsWith(`${input}/`)))).toEqual([]);
});
