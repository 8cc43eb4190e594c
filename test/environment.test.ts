/** Settings are values: two portals in one process do not see each other's (functions/runtime/environment.ts). */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = globSync(["*.ts", "{functions,infra,scripts,shared,test,web}/**/*.{ts,tsx,mjs}"], {
  cwd: root,
});
const filesWith = (pattern: RegExp, folder = ""): string[] =>
  sources
    .filter((file) => file.startsWith(folder) && pattern.test(readFileSync(join(root, file), "utf8")))
    .sort();

/** They do so before what reads it is loaded, or for the length of a build. */
const startUps = ["scripts/bench/actions.ts", "scripts/build.ts", "scripts/campaign.ts"];
/** Tests of programs whose libraries read the shell's environment. */
const shells = /^test\/(?:scripts|functions\/api\/download-file\.test\.ts)/;

test("the functions read their environment in one place", () => {
  expect(filesWith(/process\.env/, "functions/")).toEqual(["functions/runtime/environment.ts"]);
});

test("process.env is written by programs that start only", () => {
  const write = /process\.env(?:\.\w+|\[[^\]]+\]) = |delete process\.env\.|assign\(process\.env\b/;
  expect(filesWith(write)).toEqual(startUps);
  expect(filesWith(/\bstubEnv\(/).filter((file) => !shells.test(file))).toEqual([]);
});
