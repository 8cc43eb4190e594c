/** docs/glossary.md: one line for each word, and the file that owns it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const rows = readFileSync(join(root, "docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (?!Word)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the glossary has each word once", () => {
  const words = rows.map(([, word]) => word);
  expect(words.length).toBeGreaterThan(50);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

test("each word of the glossary has an existing file", () => {
  const missing = rows.filter(
    ([, , , file = ""]) => !existsSync(join(root, file.replaceAll("`", "") || "-")),
  );
  expect(missing).toEqual([]);
});
