import { defineConfig } from "vitest/config";

/** Test files that run side by side: two cores carry three, because tests also wait. Vitest's own variable overrides. */
export const workers = Number(process.env.VITEST_MAX_WORKERS ?? 3);

/** A busy machine may stall for longer than a step may take: what fails twice in a row is broken. */
const common = { retry: 1, environment: "node", unstubEnvs: true, restoreMocks: true } as const;

const unit = { ...common, testTimeout: 30_000, hookTimeout: 60_000 } as const;
/** These keep nothing from one file to the next. */
const stateless = ["test/infra/**/*.test.ts", "test/shared/**/*.test.ts"];

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        test: {
          ...unit,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", ...stateless],
          globalSetup: ["test/functions/support/global-setup.ts"],
          isolate: false,
          setupFiles: [
            "test/functions/support/fresh-modules.ts",
            "test/functions/support/show-muted-errors.ts",
          ],
        },
      },
      {
        test: {
          ...unit,
          name: "unit-stateless",
          include: stateless,
          globalSetup: ["test/infra/support/global-setup.ts"],
          // Loading the CDK anew for each file took as long as the tests.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          isolate: false,
          globalSetup: ["test/e2e/support/global-setup.ts"],
          setupFiles: ["test/e2e/support/setup.ts"],
          // A busy machine takes longer than the second that is usual.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
