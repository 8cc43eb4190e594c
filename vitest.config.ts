import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** Test files that run side by side: two cores carry more, because tests also wait. Vitest's own variable overrides. */
export const workers = Number(process.env.VITEST_MAX_WORKERS ?? 3);

/** A font file as esbuild's `binary` loader brings it: its bytes. */
const fonts: Plugin = {
  name: "portal:fonts",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".ttf")
      ? `import { readFileSync } from "node:fs"; export default readFileSync(${JSON.stringify(id)});`
      : undefined,
};

type Settings = NonNullable<TestProjectInlineConfiguration["test"]>;
/** Limits end what hangs. A busy machine may take ten times as long as a quiet one. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };
const common = {
  environment: "node",
  maxWorkers: workers,
  unstubEnvs: true,
  restoreMocks: true,
  ...limits,
} as const;
/** A worker serves one project, so the projects run one after the other. */
const project = (groupOrder: number, name: string, settings: Settings): TestProjectInlineConfiguration => ({
  plugins: [fonts],
  test: { ...common, name, sequence: { groupOrder }, ...settings },
});

const e2e = "test/e2e/**/*.test.ts";
/** Files that mock modules have a process each. So do those of the site that replace anything: its modules hold one page's state. */
const isolated = globSync("test/**/*.test.ts", { exclude: [e2e] }).filter((path) =>
  (path.startsWith("test/web/") ? /\bvi\.|session/ : /vi\.mock\(/).test(readFileSync(path, "utf8")),
);
const stateless = ["test/infra/**/*.test.ts", "test/shared/**/*.test.ts"];
/** docs/decisions/0043-a-portal-owns-what-it-starts.md */
const shared = { isolate: false };
const cloud = {
  globalSetup: ["test/functions/support/global-setup.ts"],
  setupFiles: ["test/functions/support/show-muted-log.ts", "test/support/open-handles.ts"],
};
const assembly = { globalSetup: ["test/infra/support/global-setup.ts"] };
const browser = {
  globalSetup: ["test/e2e/support/global-setup.ts"],
  setupFiles: ["test/e2e/support/setup.ts"],
};
const unitFiles = { include: ["test/**/*.test.ts"], exclude: [e2e, ...stateless, ...isolated] };
const projects = [
  project(0, "unit", { ...shared, ...cloud, ...unitFiles }),
  project(1, "unit-isolated", { ...cloud, include: isolated }),
  project(2, "unit-stateless", { ...shared, ...assembly, include: stateless, exclude: isolated }),
  project(3, "e2e", { ...shared, ...browser, include: [e2e] }),
];

const seed = Number(process.env.TEST_SEED ?? Date.now());
export default defineConfig({ test: { sequence: { shuffle: { files: true }, seed }, projects } });
