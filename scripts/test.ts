/**
 * `npm test`: installs or names what is missing (Java; the browser in the e2e set-up), then runs the unit
 * tests and the journeys one after the other, and closes with `N passed, N failed`. Further arguments are vitest's filters;
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

/** A file that could not be loaded counts as one failure, and so does anything but a passed test that `-t` selects. */
function count(modules: readonly TestModule[]): { passed: number; failed: number } {
  const isSelected = values.testNamePattern === undefined ? undefined : new RegExp(values.testNamePattern);
  const tests = modules
    .flatMap((module) => [...module.children.allTests()])
    .filter(({ fullName }) => isSelected?.test(fullName.replaceAll(" > ", " ")) ?? true);
  const passed = tests.filter((test) => test.result().state === "passed").length;
  const broken = modules.reduce((sum, module) => sum + module.errors().length, 0);
  return { passed, failed: tests.length - passed + broken };
}

/** One project after the other: on two cores, journeys in a browser and a hundred other tests disturb each other. */
async function run(project: string): Promise<{ passed: number; failed: number }> {
  const vitest = await startVitest("test", program.args, {
    watch: values.watch,
    update: values.update,
    ...(values.testNamePattern !== undefined && { testNamePattern: values.testNamePattern }),
    passWithNoTests: true,
    project: [`${project}*`],
  });
  if (values.watch) await new Promise((resolve) => vitest.onClose(() => resolve(undefined)));
  const { passed, failed } = count(vitest.state.getTestModules());
  const stray = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  return { passed, failed: failed + stray };
}

try {
  await ensureJava();
  const total = { passed: 0, failed: 0 };
  for (const project of values.project ? [values.project] : ["unit", "e2e"]) {
    const { passed, failed } = await run(project);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("\n0 passed, 1 failed");
  process.exit(1);
}
