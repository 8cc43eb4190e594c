/** The policy of the gate (CONTRIBUTING.md): a test that fails once and passes when it is repeated is flaky, and a few flaky files pass. */
import type { Failure, FileRun } from "./project-run.ts";

/** Flaky tests in more files are no accident. */
export const mostFlakyFiles = 3;

export interface Verdict {
  passed: number;
  failed: readonly Failure[];
  /** They count as passed. */
  flaky: readonly Failure[];
  flakyFiles: number;
  isGreen: boolean;
}

/** `repeated` has the second run of the files that failed in the first, where there was one. */
export function verdictOf(first: readonly FileRun[], repeated: readonly FileRun[]): Verdict {
  const judged = first.map((run) =>
    judge(
      run,
      repeated.find(({ file }) => file === run.file),
    ),
  );
  const passed = judged.reduce((sum, each) => sum + each.passed, 0);
  const failed = judged.flatMap((each) => each.failed);
  const flaky = judged.flatMap((each) => each.flaky);
  const flakyFiles = judged.filter((each) => each.flaky.length > 0).length;
  const isGreen = passed > 0 && failed.length === 0 && flakyFiles <= mostFlakyFiles;
  return { passed, failed, flaky, flakyFiles, isGreen };
}

/** A test is judged by its better run. Another failure of a file, such as one to load it, fails when both runs have it. */
function judge(first: FileRun, second: FileRun | undefined): Pick<Verdict, "passed" | "failed" | "flaky"> {
  const runs = second ? [first, second] : [first];
  const passed = new Set(runs.flatMap((run) => run.passed));
  const hasFailed = (run: FileRun, { id }: Failure) => run.failures.some((failure) => failure.id === id);
  const hasPassed = (failure: Failure) =>
    failure.test === undefined ? !runs.every((run) => hasFailed(run, failure)) : passed.has(failure.id);
  // The first error of each.
  const failures = runs
    .flatMap((run) => run.failures)
    .filter((failure, index, all) => all.findIndex(({ id }) => id === failure.id) === index);
  return {
    passed: passed.size,
    failed: failures.filter((failure) => !hasPassed(failure)),
    flaky: failures.filter(hasPassed),
  };
}
