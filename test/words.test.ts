/** Comments and test titles are sentences with a subject: CONTRIBUTING.md. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = globSync(["*.ts", "{functions,infra,scripts,shared,test,web}/**/*.{ts,tsx,mjs,js}"], {
  cwd: root,
});
const riddle = "What|Who|Whoever|Nothing|Nobody|Whatever";

const found = (pattern: RegExp, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(([text]) => `${file}: ${text.trim()}`),
  );

test("no comment begins with a question word or with nobody and nothing", () => {
  expect(sources.length).toBeGreaterThan(900);
  expect(found(new RegExp(`^\\s*(?:/\\*\\*|\\*|//) *(?:${riddle})\\b.*`, "gm"), sources)).toEqual([]);
});

test("every test title begins with its subject", () => {
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file));
  const title = `\\b(?:test|it|describe)\\b[^\\n"'\`]*\\(\\s*["'\`](?:${riddle}|and|but|that|whether)\\b.*`;
  expect(found(new RegExp(title, "gi"), tests)).toEqual([]);
});

test("no test title has more than 80 characters", () => {
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file));
  const call = `\\b(?:test|it|describe)\\b[^\\n"'\`]*\\(\\s*|\\)\\(\\s*`;
  const long = `(?:"(?:[^"\\\\\\n]|\\\\.){81,}"|\`[^\`]{81,}\`)`;
  expect(found(new RegExp(`(?:${call})${long}(?=, (?:async )?\\(|,$)`, "gm"), tests)).toEqual([]);
});
