/** docs/walks.md: each step names a file that exists, and names in it that it has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const steps = textOf("docs/walks.md")
  .split(/\n(?=\d+\. |## )/)
  .filter((step) => /^\d/.test(step));

test("there are steps", () => {
  expect(steps.length).toBeGreaterThan(30);
});

test.each(steps)("%s", (step) => {
  const words = [...step.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
  const files = words.filter((word) => word.includes("/"));
  const texts = files.map(textOf);
  for (const name of words.filter((word) => !word.includes("/")))
    expect(
      texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
      name,
    ).toBe(true);
  expect(files.length).toBeGreaterThan(0);
});
