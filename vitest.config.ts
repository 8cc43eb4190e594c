import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** Test files that run side by side: two cores carry more, because journeys also wait. Vitest's own variable overrides. */
const workersOr = (count: number): number => Number(process.env.VITEST_MAX_WORKERS ?? count);
export const workers = workersOr(3);

/** A font file as esbuild's `binary` loader brings it: its bytes. */
const fonts: Plugin = {
  name: "portal:fonts",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".ttf")
      ? `import { readFileSync } from "node:fs"; export default readFileSync(${JSON.stringify(id)});`
      : undefined,
};

type Settings = NonNullable<TestProjectInlineConfiguration["test"]> & { name: string };
const project = (settings: Settings): TestProjectInlineConfiguration => ({
  plugins: [fonts],
  test: { environment: "node", unstubEnvs: true, restoreMocks: true, hookTimeout: 60_000, ...settings },
});

const stateless = ["test/infra/**/*.test.ts", "test/shared/**/*.test.ts"];
/** Files that replace modules have a process of their own, and so do those of the site: a page is a process, too. */
const replaceModules = globSync("test/{campaign,functions,scripts}/**/*.test.ts").filter((path) =>
  readFileSync(path, "utf8").includes("vi.mock("),
);
const isolated = ["test/web/**/*.test.ts", ...replaceModules];

const unit = { maxWorkers: workersOr(2), testTimeout: 120_000 };
/** The other files share processes: docs/decisions/0043-a-portal-owns-what-it-starts.md. */
const shared = { ...unit, isolate: false };
const cloud = {
  globalSetup: ["test/functions/support/global-setup.ts"],
  setupFiles: ["test/functions/support/show-muted-log.ts", "test/support/open-handles.ts"],
};
const [include, exclude] = [["test/**/*.test.ts"], ["test/e2e/**", ...stateless, ...isolated]];
/** A process is of one project: they run one after the other. */
const [first, second, third] = [0, 1, 2].map((groupOrder) => ({ sequence: { groupOrder } }));
const projects = [
  project({ name: "unit", ...shared, ...cloud, include, exclude, ...first }),
  project({ name: "unit-isolated", ...unit, ...cloud, include: isolated, ...second }),
  project({
    ...{ name: "unit-stateless", ...shared, include: stateless, ...third },
    globalSetup: ["test/infra/support/global-setup.ts"],
  }),
  project({
    ...{ name: "e2e", maxWorkers: workers, testTimeout: 60_000, include: ["test/e2e/**/*.test.ts"] },
    globalSetup: ["test/e2e/support/global-setup.ts"],
    setupFiles: ["test/e2e/support/setup.ts"],
    // A busy machine takes longer than the second that is usual.
    expect: { poll: { timeout: 10_000 } },
  }),
];

const seed = Number(process.env.TEST_SEED ?? Date.now());
export default defineConfig({ test: { sequence: { shuffle: { files: true }, seed }, projects } });
