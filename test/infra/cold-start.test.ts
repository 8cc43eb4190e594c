/** A cold start reads what a function imports: the PDF library and the font take longer than all else. */
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { sharedBuild } from "#infra/settings/bundling.ts";
import { allFunctions } from "#infra/settings/functions.ts";

const isForPdf = (path: string) => /^(?:pdfkit|fontkit|@expo-google-fonts\/)/.test(path);
const functions = Object.entries(allFunctions);

let inputs: Awaited<ReturnType<typeof build<{ metafile: true }>>>["metafile"]["inputs"];
beforeAll(async () => {
  const { metafile } = await build({
    ...sharedBuild("unused"),
    packages: "external",
    metafile: true,
    write: false,
  });
  inputs = metafile.inputs;
});

/** The modules that a module imports, directly or not, by imports of these kinds. */
function importsOf(entry: string, kinds: readonly string[]): string[] {
  const found = new Set([entry]);
  for (const path of found)
    for (const { kind, path: imported } of inputs[path]?.imports ?? [])
      if (kinds.includes(kind)) found.add(imported);
  return [...found];
}

test("no function loads the PDF library or the font before it draws a page", () => {
  const loading = functions.filter(([, { entry }]) => importsOf(entry, ["import-statement"]).some(isForPdf));
  expect(loading.map(([name]) => name)).toEqual([]);
});

test("the functions that draw pages are those that are split into several files", () => {
  const drawing = functions.filter(([, { entry }]) =>
    importsOf(entry, ["import-statement", "dynamic-import"]).some(isForPdf),
  );
  const split = functions.filter(([, { isSplit }]) => isSplit);
  expect(drawing.map(([name]) => name)).toEqual(split.map(([name]) => name));
  expect(drawing.length).toBeGreaterThan(0);
});
