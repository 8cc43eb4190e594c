import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const trace = (name: string, input: string) =>
  spawnSync(process.execPath, ["scripts/trace.ts", name], { input, encoding: "utf8" });

test("a frame of a deployed bundle becomes one of our sources; other lines stay", () => {
  const { stdout } = trace("health", '"error":"Error: no\\n    at a (file:///var/task/index.mjs:2:400)"');
  expect(stdout).toMatch(
    /^"error":"Error: no\n {4}at a \((?:functions|shared|node_modules)\/[\w@./-]+:\d+:\d+\)"$/m,
  );
});

test("an unknown function is one line", () => {
  expect(trace("nothing", "")).toMatchObject({ status: 2, stderr: "There is no function nothing.\n" });
});
