/** Test files share processes, in which a module is evaluated once: a hook at its top would serve the first file only. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const isOfOneFile = (path: string): boolean => path.endsWith(".test.ts") || path.startsWith("test/e2e/");
const supporting = globSync("test/**/*.ts", { cwd: root }).filter((path) => !isOfOneFile(path));
/** Vitest evaluates these for each file. */
const setupFiles = ["test/functions/support/show-muted-log.ts", "test/support/open-handles.ts"];

test("supporting code registers its hooks when a test file calls it", () => {
  expect(supporting.length).toBeGreaterThan(50);
  const hook = /^(?:\S.*= )?(?:await )?(?:after|before)(?:All|Each)\(/m;
  const found = supporting.filter((path) => hook.test(readFileSync(join(root, path), "utf8")));
  expect(found.sort()).toEqual(setupFiles);
});
