import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { functionBuilds } from "#infra/settings/bundling.ts";

const trace = (name: string, input: string) =>
  spawnSync(process.execPath, ["scripts/trace.ts", name], { input, encoding: "utf8" });

test("a frame of a deployed bundle becomes one of our sources; other lines stay", () => {
  const { stdout } = trace("health", '"error":"Error: no\\n    at a (file:///var/task/index.mjs:2:400)"');
  expect(stdout).toMatch(
    /^"error":"Error: no\n {4}at a \((?:functions|shared|node_modules)\/[\w@./-]+:\d+:\d+\)"$/m,
  );
});

test("a frame of a file that a split function loads later becomes one of our sources", async () => {
  const bundle = functionBuilds("unused").find(({ entryPoints }) => "quote-pdf" in entryPoints);
  const { outputFiles } = await build({ ...bundle, write: false });
  const title = String.raw`\u5FA1 \u898B \u7A4D \u66F8`;
  const file = outputFiles.find(({ path, text }) => path.endsWith(".mjs") && text.includes(title));
  const before = file?.text.split(title)[0]?.split("\n") ?? [];
  const place = `${before.length}:${before.at(-1)?.length}`;
  const { stdout } = trace(
    "quote-pdf",
    `at a (file:///var/task/quote-pdf/${basename(file?.path ?? "")}:${place})`,
  );
  expect(stdout).toMatch(/^at a \(functions\/quotes\/quote-pdf\.ts:\d+:\d+\)$/m);
});

test("an unknown function is one line", () => {
  expect(trace("nothing", "")).toMatchObject({ status: 2, stderr: "There is no function nothing.\n" });
});
