/** The scripts that the deployment workflow runs, with npm and aws in the place of those that reach AWS. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-ci-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Machine {
  live?: string;
  releases?: readonly string[];
  /** Of each run of the canary, `None` for a good one; the last one goes on. */
  canary?: readonly string[];
  /** npm scripts that fail. */
  failing?: string;
  rollout?: string;
}

/** Runs `.ci/<script> prod`; returns how it ended and what it called. */
function run(
  script: string,
  { live = "v1", releases = ["v1", "v0"], canary = ["None"], failing = "-", rollout = "" }: Machine,
) {
  const calls = join(folder, "calls");
  const command = (name: string, body: string) =>
    writeFileSync(join(folder, name), `#!/bin/bash\necho "${name} $*" >> ${calls}\n${body}\n`, {
      mode: 0o755,
    });
  command(
    "npm",
    `case "$*" in *--list*) echo '${JSON.stringify({ live, releases })}';; *" ${failing} "*) exit 1;; esac`,
  );
  command("npx", "echo 'Stack Portal-prod: 3 changes'");
  writeFileSync(join(folder, "canary"), `${canary.join("\n")}\n`);
  const left = join(folder, "canary");
  command("aws", `head -1 ${left}; [ "$(wc -l < ${left})" = 1 ] || sed -i 1d ${left}`);
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  const { status, stderr } = spawnSync("bash", [join(root, ".ci", script), "prod"], {
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      CANARY_PAUSE: "0",
      ROLLOUT: rollout,
      GITHUB_STEP_SUMMARY: summary,
    },
  });
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  return {
    status,
    stderr,
    summary: readFileSync(summary, "utf8"),
    npm: lines.filter((line) => line.startsWith("npm")),
    canaryRuns: lines.filter((line) => line.startsWith("aws")).length,
  };
}

const before = ["npm run preflight -- -c env=prod", "npm run --silent rollback -- -c env=prod --list --json"];
const deploy = "npm run deploy -- -c env=prod";

test("preflight, deployment, ten good runs of the canary", () => {
  const { status, npm, canaryRuns, stderr } = run("deploy", {});
  expect({ status, npm, canaryRuns, stderr }).toEqual({
    status: 0,
    npm: [...before, deploy],
    canaryRuns: 10,
    stderr: "",
  });
});

test("two failures of the canary in a row bring back the release that was live, and the run fails", () => {
  const { status, npm, canaryRuns, summary } = run("deploy", { canary: ["None", "Unhandled"] });
  expect({ status, canaryRuns }).toEqual({ status: 1, canaryRuns: 3 });
  expect(npm).toEqual([...before, deploy, "npm run rollback -- -c env=prod --to v1 --force"]);
  expect(summary).toContain("v1 is live again");
});

test("a release that cannot come back is said not to be live", () => {
  const { status, summary } = run("deploy", { canary: ["Unhandled"], failing: "--to" });
  expect(status).toBe(1);
  expect(summary).toContain("The canary failed: v1 was not made live again");
});

test("a single failure of the canary is not enough", () => {
  const { status, npm } = run("deploy", { canary: ["None", "Unhandled", "None", "Unhandled", "None"] });
  expect({ status, npm }).toEqual({ status: 0, npm: [...before, deploy] });
});

test("after a rollback the aliases move at once: CodeDeploy refuses where CloudFormation did not put them", () => {
  expect(run("deploy", { live: "v0" }).npm).toEqual([...before, `${deploy} -c rollout=at-once`]);
});

test("a fix of what fails already moves at once, where the environment says so: the alarm counts every version's failures", () => {
  expect(run("deploy", { rollout: "at-once" }).npm).toEqual([...before, `${deploy} -c rollout=at-once`]);
});

test.each([
  ["preflight", before.slice(0, 1)],
  ["deploy", [...before, deploy]],
])("a failure of %s stops the deployment", (failing, called) => {
  const { status, npm, canaryRuns } = run("deploy", { failing });
  expect({ status, npm, canaryRuns }).toEqual({ status: 1, npm: called, canaryRuns: 0 });
});

test("the summary shows what would change", () => {
  const { status, summary } = run("diff", {});
  expect(status).toBe(0);
  expect(summary).toBe("## prod\n```\nStack Portal-prod: 3 changes\n```\n");
});

test("the workflows run these scripts, with no stored keys, and never a deployment without the gate", () => {
  const read = (name: string) => parse(readFileSync(join(root, ".github/workflows", name), "utf8"));
  const { jobs } = read("deploy-environment.yml");
  const scripts = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run: script }) => script ?? []),
  );
  expect(scripts).toEqual([
    "npm ci",
    'bash .ci/diff "$ENVIRONMENT"',
    "npm ci",
    'bash .ci/deploy "$ENVIRONMENT"',
  ]);
  expect(JSON.stringify(jobs)).not.toMatch(/secrets\.|access-key/);
  const { dev, stg, prod } = read("deploy.yml").jobs;
  expect([dev.needs, stg.needs, prod.needs]).toEqual(["gate", "gate", "stg"]);
});
