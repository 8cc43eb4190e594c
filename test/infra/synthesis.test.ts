import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { siteMistake } from "#infra/deployment.ts";
import { cloneTree, root, synthesize } from "./support/clone.ts";

test("a missing or old site stops a deployment with one sentence, and no destroy", async () => {
  const directory = cloneTree();
  mkdirSync(join(directory, "web"));
  writeFileSync(join(directory, "web/menu.tsx"), "");
  const page = join(directory, "dist/site/index.html");
  utimesSync(page, new Date(0), new Date(0));
  expect(siteMistake(directory)).toMatch(
    /^The site in dist\/site is older than [\w./-]+: run npm run build first\.$/,
  );
  rmSync(page);
  await expect(synthesize(directory)).rejects.toMatchObject({
    code: 1,
    stderr: "There is no built site in dist/site: run npm run build first.\n",
  });
  // `cdk destroy` and `cdk list` bundle for no stack.
  expect(Object.keys(await synthesize(directory, { bundlingStacks: [] }))).toHaveLength(10);
});

test("no command of the CDK builds the site, but synth and deploy of npm do", () => {
  const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  expect(readJson("cdk.json").build).toBeUndefined();
  for (const script of ["synth", "deploy"])
    expect(readJson("package.json").scripts[script]).toMatch(/^npm run build && cdk /);
});
