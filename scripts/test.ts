/**
 * `npm test`: installs or names what is missing (Java; the browser in the e2e set-up), then runs the unit
 * tests and the journeys one after the other, and closes with `N passed, N failed`. Further arguments are vitest's filters;
 * `-t NAME`, `-u` and `--watch` are vitest's options.
 */
import { parseArgs } from "node:util";
import { startVitest, type TestModule } from "vitest/node";
import { ensureJava } from "./local/prerequisites/ensure-java.ts";

const { values, positionals } = parseArgs({
  options: {
    project: { type: "string", multiple: true, default: ["unit", "e2e"] },
    testNamePattern: { type: "string", short: "t" },
    update: { type: "boolean", short: "u", default: false },
    watch: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

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
  const vitest = await startVitest("test", positionals, {
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
  for (const project of values.project) {
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
