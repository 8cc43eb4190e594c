/**
 * `npm test`: installs or names what is missing (Java; the browser in the e2e set-up), then runs the unit
 * tests and the journeys one after the other, and closes with the failures and `N passed, N failed`. Further arguments are vitest's filters;
 * `-t NAME`, `-u` and `--watch` are vitest's options.
 */
import { Option } from "commander";
import { startVitest, type TestModule } from "vitest/node";
import { ensureJava } from "./local/prerequisites/ensure-java.ts";
import { newProgram } from "./program.ts";

interface Options {
  project?: "unit" | "e2e";
  testNamePattern?: string;
  update: boolean;
  watch: boolean;
}
const program = newProgram("test", "The unit tests and the journeys; a path narrows them down.")
  .argument("[paths...]", "Vitest's filters")
  .addOption(new Option("--project <name>", "one half of them").choices(["unit", "e2e"]))
  .option("-t, --testNamePattern <name>", "only tests of that name")
  .option("-u, --update", "update snapshots", false)
  .option("--watch", "run on", false)
  .parse();
const values = program.opts<Options>();

interface Outcome {
  readonly passed: number;
  /** One line each: the file, the test's whole name and the first line of its error. */
  readonly failures: readonly string[];
}

const firstLine = (message = "did not run") => message.split("\n", 1)[0];

/** A file that could not be loaded counts as one failure, and so does anything but a passed test that `-t` selects. */
function outcome(modules: readonly TestModule[]): Outcome {
  const isSelected = values.testNamePattern === undefined ? undefined : new RegExp(values.testNamePattern);
  const tests = modules
    .flatMap((module) => [...module.children.allTests()])
    .filter(({ fullName }) => isSelected?.test(fullName.replaceAll(" > ", " ")) ?? true);
  const failed = tests.filter((test) => test.result().state !== "passed");
  return {
    passed: tests.length - failed.length,
    failures: [
      ...failed.map(
        (test) =>
          `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
      ),
      ...modules.flatMap((module) =>
        module.errors().map(({ message }) => `${module.relativeModuleId}: ${firstLine(message)}`),
      ),
    ],
  };
}

/** One project after the other: on two cores, journeys in a browser and a hundred other tests disturb each other. */
async function run(project: string): Promise<Outcome> {
  const vitest = await startVitest("test", program.args, {
    watch: values.watch,
    update: values.update,
    ...(values.testNamePattern !== undefined && { testNamePattern: values.testNamePattern }),
    passWithNoTests: true,
    project: [`${project}*`],
  });
  if (values.watch) await new Promise((resolve) => vitest.onClose(() => resolve(undefined)));
  const { passed, failures } = outcome(vitest.state.getTestModules());
  const stray = vitest.state.getUnhandledErrors().map((error) => `unhandled: ${firstLine(String(error))}`);
  await vitest.close();
  return { passed, failures: [...failures, ...stray] };
}

try {
  await ensureJava();
  const outcomes: Outcome[] = [];
  for (const project of values.project ? [values.project] : ["unit", "e2e"])
    outcomes.push(await run(project));
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  const failures = outcomes.flatMap((each) => each.failures);
  console.log(["", ...failures, `${passed} passed, ${failures.length} failed`].join("\n"));
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("\n0 passed, 1 failed");
  process.exit(1);
}
