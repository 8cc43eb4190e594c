import { defineConfig } from "vitest/config";

/** Test files that run side by side. Vitest would leave one core to itself. */
export const workers = 2;

/** A busy machine may stall for longer than a step may take: what fails twice in a row is broken. */
const common = { retry: 1, environment: "node", unstubEnvs: true, restoreMocks: true } as const;

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**"],
          globalSetup: ["test/functions/support/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
