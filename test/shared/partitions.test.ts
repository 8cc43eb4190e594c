import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { partitions } from "#shared/partitions.ts";

const docs = readFileSync(new URL("../../docs/data.md", import.meta.url), "utf8");

test.each(Object.keys(partitions.common))("docs/data.md describes the rows of %s", (name) => {
  expect(docs).toContain(`- \`${name}\`, `);
});

test.each(Object.keys(partitions.owned))("docs/data.md describes the rows of an owner's %s", (name) => {
  expect(docs).toContain(`- \`${name}#`);
});
