/**
 * `npm test`: installs or names what is missing (Java; the browser in the e2e set-up), runs the unit tests and the journeys of a
 * scope one after the other, repeats the files that failed, and closes with the slowest files, the failures and `N passed, N failed`.
 * Further arguments are Vitest's filters; `-t NAME`, `-u` and `--watch` are Vitest's options. test/README.md has the scopes.
 */
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import { ensureJava } from "./local/prerequisites/ensure-java.ts";
import { newProgram } from "./program.ts";
import type { FileRun, ProjectRequest, Scope } from "./test/project-run.ts";
import { flakyLines, report } from "./test/report.ts";
import { verdictOf } from "./test/verdict.ts";

interface Options extends Omit<ProjectRequest, "project" | "scope" | "filters"> {
  project?: ProjectRequest["project"];
  scope?: Scope;
  seed: string;
  thorough: boolean;
}
const scopes: readonly Scope[] = ["core", "changed", "all"];
const program = newProgram(
  "test",
  "Unit tests and core journeys; a path, a name or a half selects from all tests.",
)
  .argument("[paths...]", "Vitest's filters")
  .addOption(new Option("--scope <name>", "core without a selection, all with one").choices(scopes))
  .addOption(
    new Option("--project <name>", "one half of them, or the journeys in other browsers").choices([
      "unit",
      "e2e",
      "browsers",
    ]),
  )
  .option("-t, --testNamePattern <name>", "only tests of that name")
  .option("-u, --update", "update snapshots", false)
  .option("--watch", "run on", false)
  .option("--seed <number>", "the same random values as that run", String(randomInt(1e6)))
  .option("--thorough", "every place of kills and races, not half of them", false)
  .parse();
const { project: onlyProject, scope: givenScope, seed, thorough, ...selection } = program.opts<Options>();
const hasSelection =
  program.args.length > 0 || onlyProject !== undefined || selection.testNamePattern !== undefined;
const scope = givenScope ?? (hasSelection ? "all" : "core");

/** More files than this are broken, not flaky: repeating them would not change the verdict. */
const mostRepeatedFiles = 12;
/** CI can keep it. */
const flakyFile = join("test-results", "flaky.txt");

try {
  await ensureJava();
  // One project after the other: on two cores, journeys in a browser and a hundred other tests disturb each other.
  const first: FileRun[] = [];
  for (const project of onlyProject ? [onlyProject] : (["unit", "e2e"] as const))
    first.push(...(await runProject({ project, scope, filters: program.args, ...selection })));
  const repeated = await repeat(first.filter(({ failures }) => failures.length > 0));
  const verdict = verdictOf(first, repeated);
  saveFlaky(flakyLines(verdict));
  console.log(report(first, verdict, { seed: Number(seed), scope }));
  process.exit(verdict.isGreen ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("\n0 passed, 1 failed");
  process.exit(1);
}

/** In a process of its own: a fault of one run reaches no other. */
async function runProject(request: ProjectRequest, environment: NodeJS.ProcessEnv = {}): Promise<FileRun[]> {
  const program = join(import.meta.dirname, "test/run-project.ts");
  const child = fork(program, [JSON.stringify(request)], {
    execArgv: [],
    env: { ...process.env, TEST_SEED: seed, ...(thorough && { TEST_THOROUGH: "1" }), ...environment },
    // Vitest's errors too: what reads two pipes could read them after the closing line.
    stdio: ["inherit", process.stdout, process.stdout, "ipc"],
  });
  const { project } = request;
  const sent = new Promise<FileRun[]>((resolve) =>
    child.once("message", (runs) => resolve(runs as FileRun[])),
  );
  const [code, signal] = await once(child, "exit");
  const error = `ended with ${signal ?? code} before its tests did`;
  const ended = {
    file: project,
    project,
    seconds: 0,
    passed: [],
    failures: [{ id: "exit", file: project, error }],
  };
  return code === 0 ? await sent : [ended];
}

/** Each file once more, alone: with a portal and a browser of its own. */
async function repeat(failing: readonly FileRun[]): Promise<FileRun[]> {
  const files = failing.filter(({ file }) => existsSync(file));
  if (selection.watch || files.length > mostRepeatedFiles) return [];
  const repeated: FileRun[] = [];
  for (const { project, file } of files) {
    console.log(`\nRepeating ${file}\n`);
    repeated.push(
      ...(await runProject({ project, scope, filters: [file], ...selection }, { VITEST_MAX_WORKERS: "1" })),
    );
  }
  return repeated;
}

function saveFlaky(lines: readonly string[]): void {
  rmSync(flakyFile, { force: true });
  if (lines.length === 0) return;
  mkdirSync("test-results", { recursive: true });
  writeFileSync(flakyFile, `${lines.join("\n")}\n`);
}
