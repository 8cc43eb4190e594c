import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longFiles, slowFiles } from "./test/tiers.ts";

/** Test files that run side by side: two cores carry more, because tests also wait. Vitest's own variable overrides. */
export const workers = Number(process.env.VITEST_MAX_WORKERS ?? 3);

/** A font file as esbuild's `file` loader brings it: where it lies. */
const fonts: Plugin = {
  name: "portal:fonts",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".ttf") ? `export default ${JSON.stringify(pathToFileURL(id).href)};` : undefined,
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
/** All unit tests are one queue: a core that has no file of one project left takes one of the next. */
const project = (name: string, settings: Settings): TestProjectInlineConfiguration => ({
  plugins: [fonts],
  test: { ...common, name, ...settings },
});

const e2e = "test/e2e/**/*.test.ts";
const browsers = "test/browsers/**/*.test.ts";
/** Files that mock modules have a process each. So do those of the site that replace anything: its modules hold one page's state. */
const isolated = globSync("test/**/*.test.ts", { exclude: [e2e, browsers, ...slowFiles] }).filter((path) =>
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
const unitFiles = {
  include: ["test/**/*.test.ts"],
  exclude: [e2e, browsers, ...slowFiles, ...stateless, ...isolated],
};
const slow = {
  ...cloud,
  globalSetup: [...cloud.globalSetup, ...assembly.globalSetup],
  include: slowFiles,
};
const projects = [
  project("unit-slow", slow),
  project("unit", { ...shared, ...cloud, ...unitFiles }),
  project("unit-isolated", { ...cloud, include: isolated }),
  project("unit-stateless", {
    ...shared,
    ...assembly,
    include: stateless,
    exclude: [...isolated, ...slowFiles],
  }),
  project("e2e", { ...shared, ...browser, include: [e2e] }),
  project("browsers", {
    ...shared,
    ...browser,
    globalSetup: [...browser.globalSetup, "test/browsers/support/global-setup.ts"],
    include: [browsers],
  }),
];

const seed = Number(process.env.TEST_SEED ?? Date.now());

/** A worker serves one project at a time. In each, the long files come first, and the others in an order that the seed decides. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = [...slowFiles, ...longFiles];
    const keyOf = ({ project, moduleId }: TestSpecification): string => {
      const file = relative(project.config.root, moduleId);
      const places = [
        projects.findIndex(({ test }) => test?.name === project.name),
        long.includes(file) ? long.indexOf(file) : long.length,
      ];
      const draw = createHash("sha256").update(`${seed} ${file}`).digest("hex");
      return [...places.map((place) => String(place).padStart(3, "0")), draw].join(" ");
    };
    return files.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  }
}

export default defineConfig({ test: { sequence: { sequencer: LongFilesFirst, seed }, projects } });
