/** Packages that ship, in Lambda and in the site, are dependencies; packages that build and test are devDependencies. */
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { sharedBuild } from "#infra/settings/bundling.ts";

const root = new URL("../../", import.meta.url);
const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/** Shipped without an import of ours: the bundles' alias, and what MUI imports and has us install. */
const indirect = ["@aws-sdk/credential-provider-env", "@emotion/styled"];

test("exactly the imports of functions/ and the site are dependencies", async () => {
  const functions = sharedBuild("unused");
  const { metafile } = await build({
    ...functions,
    entryPoints: { ...functions.entryPoints, site: "web/main.tsx" },
    packages: "external",
    external: ["virtual:*"],
    loader: { ...functions.loader, ".md": "empty" },
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  const packages = imports
    .filter(({ external, path }) => external && !/^(?:node|virtual):/.test(path))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  expect([...new Set([...packages, ...indirect])].sort()).toEqual(Object.keys(dependencies).sort());
});

test("every version is pinned exactly", () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});
