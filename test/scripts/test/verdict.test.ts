import { expect, test } from "vitest";
import type { Failure, FileRun } from "#scripts/test/project-run.ts";
import { report } from "#scripts/test/report.ts";
import { verdictOf } from "#scripts/test/verdict.ts";

const file = "a.test.ts";
const failureOf = (id: string, of = file): Failure => ({ id, file: of, test: `test ${id}`, error: "no" });
const fileFailure: Failure = { id: "file", file, error: "cannot be loaded" };
const run = (passed: string[], failures: Failure[], of = file): FileRun => ({
  file: of,
  project: "unit",
  seconds: 1,
  passed,
  failures,
});

test.each<[string, FileRun, FileRun[], { passed: number; failed: string[]; flaky: string[] }]>([
  ["a test that passes", run(["1"], []), [], { passed: 1, failed: [], flaky: [] }],
  ["a failure that is not repeated", run([], [failureOf("1")]), [], { passed: 0, failed: ["1"], flaky: [] }],
  [
    "a failure that does not come again",
    run(["2"], [failureOf("1")]),
    [run(["1", "2"], [])],
    { passed: 2, failed: [], flaky: ["1"] },
  ],
  [
    "a failure that comes again",
    run(["2"], [failureOf("1")]),
    [run(["2"], [failureOf("1")])],
    { passed: 1, failed: ["1"], flaky: [] },
  ],
  [
    "a failure in place of which another comes",
    run(["2"], [failureOf("1")]),
    [run(["1"], [failureOf("2")])],
    { passed: 2, failed: [], flaky: ["1", "2"] },
  ],
  [
    "a file that can be loaded the second time",
    run([], [fileFailure]),
    [run(["1", "2"], [])],
    { passed: 2, failed: [], flaky: ["file"] },
  ],
  [
    "a file that can never be loaded",
    run([], [fileFailure]),
    [run([], [fileFailure])],
    { passed: 0, failed: ["file"], flaky: [] },
  ],
  [
    "a failed test whose file cannot be loaded the second time",
    run(["2"], [failureOf("1")]),
    [run([], [fileFailure])],
    { passed: 1, failed: ["1"], flaky: ["file"] },
  ],
])("%s", (_title, first, repeated, expected) => {
  const { passed, failed, flaky } = verdictOf([first], repeated);
  expect({ passed, failed: failed.map(({ id }) => id), flaky: flaky.map(({ id }) => id) }).toEqual(expected);
});

const all = { seed: 1, scope: "all" } as const;

test.each([
  [3, true],
  [4, false],
])("flaky tests in %i files: green is %s", (count, isGreen) => {
  const files = Array.from({ length: count }, (_, index) => `${index}.test.ts`);
  const first = files.map((of) => run([], [failureOf("1", of), failureOf("2", of)], of));
  const repeated = files.map((of) => run(["1", "2"], [], of));
  const verdict = verdictOf(first, repeated);
  expect(verdict).toMatchObject({ passed: 2 * count, failed: [], isGreen });
  const isNamed = report(first, verdict, all).includes(
    `tests of ${count} files are flaky, and at most 3 may be\n`,
  );
  expect(isNamed).toBe(!isGreen);
});

test("a run without a passed test is not green, and says so", () => {
  const verdict = verdictOf([], []);
  expect(verdict.isGreen).toBe(false);
  expect(report([], verdict, all)).toMatch(/^failed: no test ran\n.*\n?0 passed, 1 failed$/ms);
});

test.each([
  ["core", /^Left out: \d+ slow files .* npm run test:all$/m],
  ["changed", /^Left out: .* npm run test:all$/m],
] as const)("a run of the scope %s says what it left out, and the command for it", (scope, line) => {
  const runs = [run(["1"], [])];
  expect(report(runs, verdictOf(runs, []), { seed: 1, scope })).toMatch(line);
  expect(report(runs, verdictOf(runs, []), all)).not.toContain("Left out");
});
