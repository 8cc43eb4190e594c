import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sharedBuild } from "#infra/settings/bundling.ts";
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
  for (const path of ["web/main.ts", "web/lib/part.ts", "package-lock.json"]) await put(path, "one");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const site = (write?: Build["write"]) =>
  cachedBuild({
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
  const [first, second] = await Promise.all([site(), site()]);
  expect(second).toBe(first);
  built = 0;
  expect(await site()).toBe(first);
  expect(built).toBe(0);
  expect(await output(first)).toBe("one");
  expect(await builds()).toHaveLength(1);
});

test.for<[what: string, change: () => Promise<unknown>]>([
  ["another content", () => put("web/main.ts", "two")],
  ["a new file", () => put("web/.env.production", "VITE_NAME=1")],
  ["a file of another name", () => rename(join(root, "web/lib/part.ts"), join(root, "web/lib/other.ts"))],
  ["other packages in the lockfile", () => put("package-lock.json", "two")],
  ["other packages installed", () => put("node_modules/.package-lock.json", "two")],
  ["another setting of the site", async () => vi.stubEnv("VITE_NAME", "1")],
])("%s is built again, and a build that was unused for a week is deleted", async ([_, change]) => {
  const first = await site();
  await change();
  await utimes(first, new Date(0), new Date(0));
  const second = await site();
  expect(built).toBe(2);
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
});

test("a failed build is not cached", async () => {
  const failing = site(() => Promise.reject(new Error("a wrong line")));
  await expect(failing).rejects.toThrow("a wrong line");
  expect(await builds()).toEqual([]);
});

test("a file that is saved during the build is in the build", async () => {
  const directory = await site(() => (built === 1 ? put("web/main.ts", "saved") : Promise.resolve()));
  expect([built, await output(directory)]).toEqual([2, "saved"]);
  expect(await builds()).toHaveLength(1);
});

const project = join(import.meta.dirname, "../../..");

test.for<[build: string, entries: string[], inputs: string[]]>([
  ["site", ["web/main.tsx", "web/build/render-site.tsx", "web/vite.config.ts"], siteInputs],
  ["functions", Object.values(sharedBuild("unused").entryPoints), functionInputs],
])("the %s are of no source outside of the key's folders", async ([_, entryPoints, inputs]) => {
  const { metafile } = await build({
    ...sharedBuild("unused"),
    entryPoints,
    absWorkingDir: project,
    metafile: true,
    write: false,
    packages: "external",
    external: ["virtual:*"],
    loader: { ".md": "empty" },
  });
  const sources = Object.keys(metafile.inputs).map((path) => relative(project, join(project, path)));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((path) => !inputs.some((input) => path.startsWith(`${input}/`)))).toEqual([]);
});
