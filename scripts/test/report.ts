/** The closing lines of `npm test`. */
import { slowFiles } from "#test/tiers.ts";
import type { Failure, FileRun, Scope } from "./project-run.ts";
import { mostFlakyFiles, type Verdict } from "./verdict.ts";

const line = ({ file, test, error }: Failure): string =>
  `${test === undefined ? file : `${file} > ${test}`}: ${error}`;

/** One line for each flaky test: its name and its first error. */
export const flakyLines = ({ flaky }: Verdict): string[] => flaky.map((failure) => `flaky: ${line(failure)}`);

const leftOut: Record<Scope, readonly string[]> = {
  core: [
    `Left out: ${slowFiles.length} slow files and the journeys that are not core. For all tests: npm run test:all`,
  ],
  changed: ["Left out: what the changed files do not reach by an import. For all tests: npm run test:all"],
  all: [],
};

/** The slowest files, what failed and how to run it again; the last line is `N passed, N failed`. */
export function report(
  runs: readonly FileRun[],
  verdict: Verdict,
  { seed, scope }: { seed: number; scope: Scope },
): string {
  const slowest = [...runs].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  const failed = verdict.failed.map((failure) => `failed: ${line(failure)}`);
  if (verdict.flakyFiles > mostFlakyFiles)
    failed.push(
      `failed: tests of ${verdict.flakyFiles} files are flaky, and at most ${mostFlakyFiles} may be`,
    );
  if (verdict.passed === 0 && failed.length === 0) failed.push("failed: no test ran");
  const files = [...new Set([...verdict.failed, ...verdict.flaky].map(({ file }) => file))];
  const command = runs.some(({ project }) => project === "browsers") ? "npm run test:browsers" : "npm test";
  const again = `Run again: ${command} -- --seed ${seed} ${files.join(" ")}`;
  return [
    "",
    "Slowest files:",
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    "",
    ...flakyLines(verdict),
    ...failed,
    ...(files.length > 0 ? [again] : []),
    `Seed ${seed}`,
    ...leftOut[scope],
    `${verdict.passed} passed, ${failed.length} failed`,
  ].join("\n");
}
