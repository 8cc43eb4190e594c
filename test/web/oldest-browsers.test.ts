/** The oldest browsers that the site is built for have every function that it calls. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oldestBrowsers } from "#shared/site/browsers.ts";
import { newerFunctions } from "#test/support/newer-functions.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("{web,shared}/**/*.{ts,tsx}", { cwd: root }).map(
  (path) => [path, readFileSync(join(root, path), "utf8")] as const,
);

/** Arrays have methods of the same names as iterators, and zod has those of sets. */
function patternOf(name: string): RegExp {
  const method = name.split(".").at(-1);
  if (name.startsWith("Iterator.")) return new RegExp(`\\.(?:values|keys|entries)\\(\\)\\.${method}\\(`);
  if (name.includes(".prototype.")) return new RegExp(`(?<!\\bz)\\.${method}\\(`);
  return new RegExp(`\\b${name.replace(".", "\\.")}\\b${name.startsWith("window.") ? "" : "\\("}`);
}

test.each(Object.entries(newerFunctions))("the site does not call %s, which came after %s", (name) => {
  expect(sources.length).toBeGreaterThan(300);
  const pattern = patternOf(name);
  expect(sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
});

test("README names them", () => {
  const names = Object.entries(oldestBrowsers).map(([name, version]) => `${name} ${version}`);
  const readme = readFileSync(join(root, "README.md"), "utf8").replaceAll(/\s+/g, " ");
  expect(names.filter((name) => !readme.includes(name))).toEqual([]);
});
