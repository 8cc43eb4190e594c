/** The oldest browsers that README names have every function that the site calls. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = globSync("{web,shared}/**/*.{ts,tsx}", { cwd: root }).map(
  (path) => [path, readFileSync(join(root, path), "utf8")] as const,
);

/** By https://developer.mozilla.org: the browser that had each of them last. */
test.each([
  ["URL.parse", "Safari 18", /\bURL\.parse\(/],
  ["Promise.try", "Safari 18.2", /\bPromise\.try\b/],
  ["RegExp.escape", "Chrome 136", /\bRegExp\.escape\b/],
  ["Error.isError", "Safari 26", /\bError\.isError\b/],
  ["Uint8Array.fromBase64", "Chrome 140", /\bUint8Array\.from(?:Base64|Hex)\b/],
  [
    "set operations",
    "Firefox 127",
    /(?<!\bz)\.(?:union|intersection|difference|symmetricDifference|is(?:SubsetOf|SupersetOf|DisjointFrom))\(/,
  ],
  [
    "iterator helpers",
    "Safari 18.4",
    /\bIterator\.from\b|\.(?:values|keys|entries)\(\)\.(?:map|filter|take)\(/,
  ],
  ["Array.fromAsync", "Chrome 121", /\bArray\.fromAsync\b/],
])("the site does not call %s, which came with %s", (_, __, pattern) => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
});
