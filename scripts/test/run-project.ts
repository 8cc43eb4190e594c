/**
 * Runs one project of Vitest in a process of its own: `fork`ed with a ProjectRequest as its argument, it sends a FileRun for each
 * file and ends.
 */
import { relative, resolve } from "node:path";
import {
  createVitest,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from "vitest/node";
import { coreJourneys, filesThatReadTheTree } from "#test/tiers.ts";
import type { Failure, FileRun, ProjectRequest } from "./project-run.ts";

/** An error that no test caught. Vitest adds the file in which it occurred. */
interface StrayError {
  message?: string;
  VITEST_TEST_PATH?: string;
}

const request = JSON.parse(process.argv[2] ?? "") as ProjectRequest;
const { project, scope, filters, testNamePattern, update, watch } = request;

/** Journeys reach it through the portal, and not by an import. */
const behindThePortal = /^(?:functions|shared|web|infra\/settings|scripts\/(?:build|local))\b/;

const coreSpecifications = (vitest: Vitest): TestSpecification[] =>
  Object.entries(coreJourneys)
    .filter(([file]) => filters.length === 0 || filters.includes(file))
    .map(([file, testNames]) =>
      vitest.getProjectByName(project).createSpecification(resolve(file), { testNames: [...testNames] }),
    );

/** The files of the scope, some of them with a part of their tests. */
async function specificationsOf(vitest: Vitest): Promise<TestSpecification[]> {
  if (scope === "core" && project === "e2e") return coreSpecifications(vitest);
  const found = await vitest.getRelevantTestSpecifications([...filters]);
  if (scope !== "changed") return found;
  const changed = vitest.config.related?.map((path) => relative(process.cwd(), path)) ?? [];
  const others = {
    unit: () => vitest.globTestSpecifications(filesThatReadTheTree),
    e2e: () => (changed.some((path) => behindThePortal.test(path)) ? coreSpecifications(vitest) : []),
    browsers: () => [],
  };
  const isFound = ({ moduleId }: TestSpecification) => found.some((each) => each.moduleId === moduleId);
  return [...found, ...(await others[project]()).filter((each) => !isFound(each))];
}

const firstLine = (message = "did not run"): string => message.split("\n", 1)[0] ?? "";

const strayFailures = (file: string, strays: readonly StrayError[]): Failure[] =>
  strays.map((stray) => ({
    id: "stray",
    file,
    error: `unhandled: ${firstLine(String(stray.message ?? stray))}`,
  }));

/** Anything but a passed test that was selected is a failure, and so is an error of a hook, in which no test fails. */
function fileRun(
  module: TestModule,
  { testNames }: Pick<TestSpecification, "testNames">,
  strays: readonly StrayError[],
): FileRun {
  const file = relative(process.cwd(), module.moduleId);
  const selected = new RegExp(testNamePattern ?? "");
  const tests = [...module.children.allTests()].filter(
    ({ fullName }) =>
      selected.test(fullName.replaceAll(" > ", " ")) && (!testNames || testNames.includes(fullName)),
  );
  const missing = testNames?.filter((name) => !tests.some(({ fullName }) => fullName === name)) ?? [];
  const isPassed = (test: TestCase) => test.result().state === "passed";
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
      ...missing.map((test) => ({
        id: test,
        file,
        test,
        error: "is listed in test/tiers.ts and does not exist",
      })),
      ...[module, ...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map(({ message }) => ({ id: suite.id, file, error: firstLine(message) })),
      ),
      ...strayFailures(file, strays),
    ],
  };
}

function fileRuns(specifications: readonly TestSpecification[], vitest: Vitest): FileRun[] {
  const strays = vitest.state.getUnhandledErrors() as StrayError[];
  const modules = vitest.state.getTestModules();
  const paths = new Set(modules.map(({ moduleId }) => moduleId));
  const ofNoFile = strays.filter(({ VITEST_TEST_PATH = "" }) => !paths.has(VITEST_TEST_PATH));
  const runs = modules.map((module) =>
    fileRun(
      module,
      specifications.find(({ moduleId }) => moduleId === module.moduleId) ?? { testNames: undefined },
      strays.filter(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === module.moduleId),
    ),
  );
  if (ofNoFile.length === 0) return runs;
  return [
    ...runs,
    { file: project, project, seconds: 0, passed: [], failures: strayFailures(project, ofNoFile) },
  ];
}

// A run that nobody waits for ends.
process.on("disconnect", () => process.exit(1));
const vitest = await createVitest("test", {
  watch,
  update,
  ...(testNamePattern !== undefined && { testNamePattern }),
  ...(scope === "changed" && { changed: "main" }),
  passWithNoTests: true,
  project: scope === "core" ? [`${project}*`, "!unit-slow"] : [`${project}*`],
});
if (watch) {
  await vitest.start([...filters]);
  await new Promise((resolve) => vitest.onClose(() => resolve(undefined)));
}
await vitest.standalone();
const specifications = watch ? [] : await specificationsOf(vitest);
if (specifications.length > 0) await vitest.runTestSpecifications(specifications, scope === "all");
const runs = fileRuns(specifications, vitest);
await vitest.close();
process.send?.(runs, () => process.exit(0));
