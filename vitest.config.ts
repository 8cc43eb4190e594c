import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Test files that run side by side: two cores carry more, because tests also wait. Vitest's own variable overrides. */
const workersOr = (count: number): number => Number(process.env.VITEST_MAX_WORKERS ?? count);
export const workers = workersOr(3);

const common = { environment: "node", unstubEnvs: true, restoreMocks: true } as const;
const unit = { ...common, maxWorkers: workersOr(2), testTimeout: 120_000, hookTimeout: 60_000 } as const;
const stateless = ["test/infra/**/*.test.ts", "test/shared/**/*.test.ts"];
/** Files that replace modules need a process of their own, and so do those of the site, whose modules have state. */
const isolated = [
  "test/web/**/*.test.ts",
  ...globSync(["test/functions/**/*.test.ts", "test/scripts/**/*.test.ts", "test/campaign/*.test.ts"]).filter((path) =>
    readFileSync(path, "utf8").includes("vi.mock("),
  ),
];

/** A font file as esbuild's `binary` loader brings it: its bytes. */
const fonts: Plugin = {
  name: "portal:fonts",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".ttf")
      ? `import { readFileSync } from "node:fs"; export default readFileSync(${JSON.stringify(id)});`
      : undefined,
};

const withPortal = {
  ...unit,
  globalSetup: ["test/functions/support/global-setup.ts"],
  setupFiles: ["test/functions/support/show-muted-log.ts", "test/support/open-handles.ts"],
};
const projects = [
  {
    plugins: [fonts],
    test: {
      ...withPortal,
      name: "unit",
      isolate: false,
      sequence: { groupOrder: 0 },
      include: ["test/**/*.test.ts"],
      exclude: ["test/e2e/**", ...stateless, ...isolated],
    },
  },
  {
    plugins: [fonts],
    test: { ...withPortal, name: "unit-isolated", include: isolated, sequence: { groupOrder: 1 } },
  },
  {
    test: {
      ...unit,
      name: "unit-stateless",
      isolate: false,
      sequence: { groupOrder: 2 },
      include: stateless,
      globalSetup: ["test/infra/support/global-setup.ts"],
    },
  },
  {
    test: {
      ...common,
      maxWorkers: workers,
      name: "e2e",
      include: ["test/e2e/**/*.test.ts"],
      globalSetup: ["test/e2e/support/global-setup.ts"],
      setupFiles: ["test/e2e/support/setup.ts"],
      // A busy machine takes longer than the second that is usual.
      expect: { poll: { timeout: 10_000 } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
];

const seed = Number(process.env.TEST_SEED ?? Date.now());
export default defineConfig({ test: { sequence: { shuffle: { files: true }, seed }, projects } });
