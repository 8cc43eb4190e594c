/** What Lambda runs is a dependency; what only builds, tests or the site need is a devDependency. */
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { functionsBuild } from "#infra/settings/bundling.ts";

const root = new URL("../../", import.meta.url);
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, root), "utf8"));

test("what functions/ imports is a dependency, and nothing else is", async () => {
  const { metafile } = await build({
    ...functionsBuild("unused"),
    packages: "external",
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  const packages = imports
    .filter(({ external, path }) => external && !path.startsWith("node:"))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const { dependencies } = readJson("package.json");
  const { ignoreDependencies } = readJson("knip.json");
  const expected = Object.keys(dependencies).filter((name) => !ignoreDependencies.includes(name));
  // The bundles take the environment's credentials by an alias, which `packages: "external"` leaves alone.
  expect([...new Set([...packages, "@aws-sdk/credential-provider-env"])].sort()).toEqual(expected.sort());
});
