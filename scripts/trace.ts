/**
 * `npm run trace -- <function> < trace.txt`: a deployed function's stack trace by our own files and lines. Run it on the
 * commit that was deployed (`version` of `GET /api/health`): the build is reproducible, so the source map is made anew.
 */
import { SourceMap } from "node:module";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { functionsBuild } from "#infra/settings/bundling.ts";
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
const { entryPoints, ...options } = functionsBuild(directory);
const entry =
  new Map(Object.entries(entryPoints)).get(name) ?? program.error(`There is no function ${name}.`);
// Byte for byte the bundle of the deployment, which builds all functions at once.
const bundle = { ...options, entryPoints: { [name]: entry }, write: false, sourcemap: "external" } as const;
const { outputFiles } = await build(bundle);
const map = outputFiles.find(({ path }) => path.endsWith(".map"))?.text ?? "";

const source = new SourceMap(JSON.parse(map));
/** In the log a trace is part of a JSON string. */
const lines = (await text(process.stdin)).replaceAll("\\n", "\n");
console.log(
  lines.replace(
    /(?:file:\/\/)?[^\s()]*\.mjs(?:\?\d+)?:(\d+):(\d+)/g,
    (frame, line: string, column: string) => {
      const entry = source.findEntry(Number(line) - 1, Number(column) - 1);
      return "originalSource" in entry
        ? `${relative(root, resolve(directory, entry.originalSource))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : frame;
    },
  ),
);
