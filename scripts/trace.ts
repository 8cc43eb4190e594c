/**
 * `npm run trace -- <function> < trace.txt`: a deployed function's stack trace by our own files and lines. Run it on the
 * commit that was deployed (`version` of `GET /api/health`): the build is reproducible, so the source map is made anew.
 */
import { SourceMap } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { functionBuilds } from "#infra/settings/bundling.ts";
import { newProgram } from "./program.ts";

const root = join(import.meta.dirname, "..");
const directory = join(root, "dist/functions");
const program = newProgram(
  "trace",
  "Translates a deployed function's stack trace, on stdin, to our own files and lines.",
)
  .argument("<function>", "e.g. get-user")
  .parse();
const [name = ""] = program.args;
const found = functionBuilds(directory).find(({ entryPoints }) => Object.hasOwn(entryPoints, name));
const { entryPoints, ...options } = found ?? program.error(`There is no function ${name}.`);
// Byte for byte the bundle of the deployment, which builds several functions at once.
const bundle = { ...options, entryPoints: { [name]: entryPoints[name] ?? "" }, write: false } as const;

interface Mapped {
  directory: string;
  source: SourceMap;
}
/** By the name of the deployed file. With source maps, a file has another hash in its name and the same place among the files. */
async function loadMaps(): Promise<Map<string, Mapped>> {
  const filesWith = async (sourcemap: "external" | false, extension: string) =>
    (await build({ ...bundle, sourcemap })).outputFiles.filter(({ path }) => path.endsWith(extension));
  const [files, maps] = [await filesWith(false, ".mjs"), await filesWith("external", ".mjs.map")];
  return new Map(
    maps.map(({ path, text }, index) => [
      basename(files[index]?.path ?? ""),
      { directory: dirname(path), source: new SourceMap(JSON.parse(text)) },
    ]),
  );
}

const maps = await loadMaps();
/** In the log a trace is part of a JSON string. */
const lines = (await text(process.stdin)).replaceAll("\\n", "\n");
console.log(
  lines.replace(
    /(?:file:\/\/)?[^\s()]*?([^\s()/]+\.mjs)(?:\?\d+)?:(\d+):(\d+)/g,
    (frame, file: string, line: string, column: string) => {
      const mapped = maps.get(file === "index.mjs" ? `${name}.mjs` : file);
      const entry = mapped?.source.findEntry(Number(line) - 1, Number(column) - 1);
      return mapped && entry && "originalSource" in entry
        ? `${relative(root, resolve(mapped.directory, entry.originalSource))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : frame;
    },
  ),
);
