/**
 * Runs one project of Vitest in a process of its own: `fork`ed with a ProjectRequest as its argument, it sends a FileRun for each
 * file and ends.
 */
import { relative } from "node:path";
import { startVitest, type TestModule } from "vitest/node";
import type { Failure, FileRun, ProjectRequest } from "./project-run.ts";

/** An error that no test caught. Vitest adds the file in which it occurred. */
interface StrayError {
  message?: string;
  VITEST_TEST_PATH?: string;
}

const request = JSON.parse(process.argv[2] ?? "") as ProjectRequest;
const { project, filters, testNamePattern, update, watch } = request;

function fileRuns(modules: readonly TestModule[], strays: readonly StrayError[]): FileRun[] {
  const paths = new Set(modules.map(({ moduleId }) => moduleId));
  const failures = strays.filter(({ VITEST_TEST_PATH = "" }) => !paths.has(VITEST_TEST_PATH));
  const runs = modules.map((module) =>
    fileRun(
      module,
      strays.filter(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === module.moduleId),
    ),
  );
  if (failures.length === 0) return runs;
  return [
    ...runs,
    { file: project, project, seconds: 0, passed: [], failures: strayFailures(project, failures) },
  ];
}

const firstLine = (message = "did not run"): string => message.split("\n", 1)[0] ?? "";

const strayFailures = (file: string, strays: readonly StrayError[]): Failure[] =>
  strays.map((stray) => ({
    id: "stray",
    file,
    error: `unhandled: ${firstLine(String(stray.message ?? stray))}`,
  }));

/** Anything but a passed test that `-t` selects is a failure, and so is an error of a hook, in which no test fails. */
function fileRun(module: TestModule, strays: readonly StrayError[]): FileRun {
  const file = relative(process.cwd(), module.moduleId);
  const selected = new RegExp(testNamePattern ?? "");
  const tests = [...module.children.allTests()].filter(({ fullName }) =>
    selected.test(fullName.replaceAll(" > ", " ")),
  );
  const isPassed = (test: (typeof tests)[number]) => test.result().state === "passed";
  const times = module.diagnostic();
  const milliseconds =
    times.prepareDuration +
    times.environmentSetupDuration +
    times.setupDuration +
    times.collectDuration +
    times.duration;
  return {
    file,
    project,
    seconds: milliseconds / 1000,
    passed: tests.filter(isPassed).map(({ id }) => id),
    failures: [
      ...tests
        .filter((test) => !isPassed(test))
        .map((test) => ({
          id: test.id,
          file,
          test: test.fullName,
          error: firstLine(test.result().errors?.[0]?.message),
        })),
      ...[module, ...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map(({ message }) => ({ id: suite.id, file, error: firstLine(message) })),
      ),
      ...strayFailures(file, strays),
    ],
  };
}

// A run that nobody waits for ends.
process.on("disconnect", () => process.exit(1));
const vitest = await startVitest("test", [...filters], {
  watch,
  update,
  ...(testNamePattern !== undefined && { testNamePattern }),
  passWithNoTests: true,
  project: [`${project}*`],
});
if (watch) await new Promise((resolve) => vitest.onClose(() => resolve(undefined)));
const runs = fileRuns(vitest.state.getTestModules(), vitest.state.getUnhandledErrors() as StrayError[]);
await vitest.close();
process.send?.(runs, () => process.exit(0));
