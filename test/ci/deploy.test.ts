/** The scripts that the workflows run, with the commands that reach AWS or build in their place. */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { leaseMs } from "#scripts/operator/deployment/lock-table.ts";
import { minuteMs } from "#shared/durations.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-ci-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a command in the place of the real one. It writes down its arguments first. */
const command = (name: string, body: string): void =>
  writeFileSync(
    join(folder, name),
    `#!/bin/bash\n[ -n "$CALLS" ] && echo "${name} $*" >> "$CALLS"\n${body}\n`,
    { mode: 0o755 },
  );

function runScript(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  const { status, stderr } = spawnSync("bash", [script, ...args], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, CALLS: calls, ...env },
  });
  return { status, stderr, calls: readFileSync(calls, "utf8").trim().split("\n") };
}

interface Machine {
  live?: string;
  /** All deployments, newest first. */
  deployments?: readonly string[];
  /** Of each run of the canary, `None` for a good one; the last one goes on. */
  canary?: readonly string[];
  /** Commands that fail. */
  failing?: string;
  rollout?: string;
  downgrade?: string;
  accept?: string;
  /** The deployments that the package contains, its own first, and its commits. */
  contained?: readonly string[];
  commits?: readonly string[];
  /** AWS's answer about a template. */
  template?: string;
}

/** Runs `.ci/<script> prod` of an unpacked package; returns how it ended and what it called. */
function run(
  script: string,
  {
    live = "v1",
    deployments = ["v1", "v0"],
    canary = ["None"],
    failing = "no command",
    rollout = "",
    downgrade = "",
    accept = "",
    contained = ["v1", "v0"],
    commits = [],
    template = `case $2 in list*) printf 'Nested\tPortal-prod-Nested-1X\n';; *) echo '{}';; esac`,
  }: Machine,
) {
  const unpacked = join(folder, "deployment");
  cpSync(join(root, ".ci"), join(unpacked, ".ci"), { recursive: true });
  for (const app of ["prod", "prod-at-once"]) mkdirSync(join(unpacked, "apps", app), { recursive: true });
  writeFileSync(join(unpacked, "deployments"), contained.join("\n"));
  writeFileSync(join(unpacked, "commits"), commits.join("\n"));
  const stack = (name: string, region: string) => ({
    type: "aws:cloudformation:stack",
    environment: `aws://unknown-account/${region}`,
    displayName: name,
    properties: { templateFile: `${name}.json` },
  });
  const nested = { Type: "AWS::CloudFormation::Stack", Metadata: { "aws:asset:path": "nested.json" } };
  for (const [name, Resources] of Object.entries({
    "Portal-prod-Edge": {},
    "Portal-prod": { Nested: nested },
    nested: {},
  }))
    writeFileSync(join(unpacked, `apps/prod/${name}.json`), JSON.stringify({ Resources }));
  const artifacts = { a: stack("Portal-prod-Edge", "us-east-1"), b: stack("Portal-prod", "ap-northeast-1") };
  writeFileSync(join(unpacked, "apps/prod/manifest.json"), JSON.stringify({ artifacts }));
  command(
    "node",
    // The real preflight refuses more arguments: a reason is one.
    `case "$1 $#" in "preflight.mjs 3" | "preflight.mjs 5") ;; "preflight.mjs "*) exit 2;; esac
case "$*" in *--acquire*) echo token;; *--list*) echo '${JSON.stringify({ live, deployments })}';; *" diff "*) echo "Stack $3";; esac
case " $* " in *"${failing}"*) exit 1;; esac`,
  );
  const left = join(folder, "canary");
  writeFileSync(left, `${canary.join("\n")}\n`);
  command(
    "aws",
    `case "$1" in cloudformation) ${template};; *) head -1 ${left}; [ "$(wc -l < ${left})" = 1 ] || sed -i 1d ${left};; esac`,
  );
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  const { status, stderr, calls } = runScript(join(unpacked, ".ci", script), ["prod"], {
    CANARY_PAUSE: "0",
    ROLLOUT: rollout,
    DOWNGRADE: downgrade,
    ACCEPT: accept,
    GITHUB_STEP_SUMMARY: summary,
  });
  return {
    status,
    stderr,
    summary: readFileSync(summary, "utf8"),
    node: calls.filter((line) => line.startsWith("node")),
    aws: calls.filter((line) => line.startsWith("aws cloudformation")),
    canaryRuns: calls.filter((line) => line.startsWith("aws lambda")).length,
  };
}

const list = "node rollback.mjs -c env=prod --list --json";
const acquire = "node lock.mjs -c env=prod --acquire v1";
const unlock = "node lock.mjs -c env=prod --unlock token";
const before = [acquire, "node preflight.mjs -c env=prod", list];
const deploy = "node node_modules/aws-cdk/bin/cdk deploy --all --app apps/prod";
const prune = "node rollback.mjs -c env=prod --prune";

test("preflight, deployment, ten good runs of the canary, and old deployments go", () => {
  const { status, node, canaryRuns, stderr } = run("deploy", {});
  expect({ status, node, canaryRuns, stderr }).toEqual({
    status: 0,
    node: [...before, deploy, list, prune, unlock],
    canaryRuns: 10,
    stderr: "",
  });
});

test("two failures of the canary in a row bring back the previous deployment", () => {
  const { status, node, canaryRuns, summary } = run("deploy", { canary: ["None", "Unhandled"] });
  expect({ status, canaryRuns }).toEqual({ status: 1, canaryRuns: 3 });
  expect(node).toEqual([...before, deploy, list, "node rollback.mjs -c env=prod --to v1 --force", unlock]);
  expect(summary).toContain("v1 is live again");
});

test("a deployment that cannot come back is said not to be live", () => {
  const { status, summary } = run("deploy", { canary: ["Unhandled"], failing: "--to" });
  expect(status).toBe(1);
  expect(summary).toContain("The canary failed: v1 was not made live again");
});

test("a single failure of the canary is not enough", () => {
  const { status, node } = run("deploy", { canary: ["None", "Unhandled", "None", "Unhandled", "None"] });
  expect({ status, node }).toEqual({ status: 0, node: [...before, deploy, list, prune, unlock] });
});

test("old deployments that cannot be deleted stop no deployment", () => {
  const { status, summary } = run("deploy", { failing: "--prune" });
  expect(status).toBe(0);
  expect(summary).toContain("Old deployments were not deleted");
});

test("after a rollback the aliases move at once, and the newest deployment is live", () => {
  expect(run("deploy", { live: "v0" }).node).toEqual([
    ...before,
    `${deploy}-at-once`,
    list,
    "node rollback.mjs -c env=prod --to v1",
    prune,
    unlock,
  ]);
});

test("a fix moves at once where the environment says so: the alarm rings already", () => {
  expect(run("deploy", { rollout: "at-once" }).node).toEqual([
    ...before,
    `${deploy}-at-once`,
    list,
    prune,
    unlock,
  ]);
});

test.each([
  ["--acquire", [acquire]],
  ["preflight", [...before.slice(0, 2), unlock]],
  ["deploy", [...before, deploy, unlock]],
])("a failure of %s stops the deployment", (failing, called) => {
  const { status, node, canaryRuns } = run("deploy", { failing });
  expect({ status, node, canaryRuns }).toEqual({ status: 1, node: called, canaryRuns: 0 });
});

const commit = "1bf97b1c3d5e7f90123456789abcdef012345678";
test.each<[what: string, deploys: boolean, Machine]>([
  ["a tag that it contains", true, { live: "v0" }],
  ["a commit that it contains", true, { live: "v0-3-g1bf97b1", commits: [commit] }],
  ["a contained commit without a tag, with changes", true, { live: "1bf97b1-dirty", commits: [commit] }],
  ["a newer tag", false, { live: "v2" }],
  ["a commit of another branch", false, { live: "v0-3-g1bf97b2", commits: [commit] }],
  ["a deployment without git", false, { live: "0.1.0", commits: [commit] }],
  ["a newer tag that it may take back", true, { live: "v2", downgrade: "v2: it loses payments" }],
  ["another one than it may take back", false, { live: "v3", downgrade: "v2: it loses payments" }],
  ["one that it may take back without a reason", false, { live: "v2", downgrade: "v2: " }],
])("over %s a package deploys: %s", (_, deploys, machine) => {
  const live = machine.live ?? "";
  const { status, node, stderr, summary } = run("deploy", { deployments: [live], ...machine });
  const own = machine.downgrade ? deploy.replace("--all", "Portal-prod --exclusively") : deploy;
  const deployments = node.filter((call) => call.includes("cdk deploy"));
  expect(deployments).toEqual(deploys ? [own] : []);
  expect(status).toBe(deploys ? 0 : 1);
  const superseded = `v1 is superseded, and was not deployed: ${live} is live in prod`;
  expect(stderr).toContain(deploys ? "" : superseded);
  const taken = machine.downgrade ? `DOWNGRADE is ${machine.downgrade}` : "";
  expect(summary).toContain(deploys ? taken : superseded);
  expect(node.at(-1)).toBe(unlock);
});

const accept = "Hosted zone example.jp: the registrar answers on Monday";
test.each<[ending: string, Machine, status: number, kept: string]>([
  ["goes on", {}, 0, `Deploying although preflight asks for a fix. ACCEPT is ${accept}\n`],
  ["ends where preflight does not take the name", { failing: "preflight" }, 1, ""],
])("with a check of preflight accepted a deployment %s", (_, machine, status, kept) => {
  const deployed = run("deploy", { accept, ...machine });
  expect(deployed.node[1]).toBe(`node preflight.mjs -c env=prod --accept ${accept}`);
  expect(deployed).toMatchObject({ status, summary: kept });
});

test("a rollout that the package has no app for is refused before anything is done", () => {
  const { status, node, stderr } = run("deploy", { rollout: "all-at-once" });
  expect({ status, node }).toEqual({ status: 1, node: [] });
  expect(stderr).toContain("This package has no apps/prod-all-at-once");
});

test("the summary compares each stack, nested ones too, with its deployed template", () => {
  const { status, summary, aws, node } = run("diff", {});
  expect(status).toBe(0);
  expect(node).toHaveLength(3);
  for (const call of node) expect(call).toMatch(/ diff Portal-\S+ --exclusively .*--template /);
  const stacks = ["Portal-prod-Edge", "Portal-prod", "Portal-prod/Nested"];
  expect(summary).toBe(`## prod\n\`\`\`\n${stacks.map((each) => `Stack ${each}\n`).join("")}\`\`\`\n`);
  const places = ["Portal-prod-Edge --region us-east-1", "Portal-prod", "Portal-prod-Nested-1X"];
  expect(aws.filter((call) => call.includes("get-template"))).toEqual(
    places.map((place) => expect.stringContaining(`get-template --stack-name ${place}`)),
  );
});

test.each([
  ["does not exist", 0],
  ["is not authorized to perform: cloudformation:GetTemplate", 1],
])("where AWS answers about a template that it %s, the comparison ends with %i", (answer, end) => {
  expect(run("diff", { template: `echo '${answer}' >&2; exit 254` }).status).toBe(end);
});

test("a package has its environments' apps, and commands without node_modules", () => {
  const npx = spawnSync("which", ["npx"], { encoding: "utf8" }).stdout.trim();
  command("npm", "echo '{}'");
  command("npx", `case "$*" in cdk*) mkdir -p "\${@: -1}";; *) exec ${npx} "$@";; esac`);
  const { status, stderr, calls } = runScript(join(root, ".ci/package"), ["stg", "prod"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(calls).toContain(
    "npx cdk synth --quiet -c env=prod -c rollout=at-once -o dist/deployment/apps/prod-at-once",
  );
  spawnSync("tar", ["-xzf", join(root, "dist/deployment.tar.gz"), "-C", folder]);
  const unpacked = join(folder, "deployment");
  expect(globSync("apps/*", { cwd: unpacked }).sort()).toEqual(
    ["prod", "prod-at-once", "stg", "stg-at-once"].map((app) => `apps/${app}`),
  );
  const lines = (file: string) => readFileSync(join(unpacked, file), "utf8").trim().split("\n");
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();
  expect(lines("deployments")[0]).toBe(git("describe", "--tags", "--always", "--dirty"));
  expect(lines("commits")).toEqual(git("rev-list", "HEAD").split("\n"));
  for (const packed of ["preflight.mjs", "rollback.mjs", "lock.mjs", "node_modules/aws-cdk/bin/cdk"]) {
    const { stdout, stderr: fault } = spawnSync(process.execPath, [packed, "--help"], {
      cwd: unpacked,
      encoding: "utf8",
    });
    expect(stdout, fault).toMatch(/usage/i);
  }
});

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
interface Job {
  needs?: string;
  if?: string;
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  steps?: Step[];
}
test.each([
  ["unit", /npm run test:all -- --project unit --thorough --seed \d+/],
  ["e2e", /npm run test:all -- --project e2e --thorough --seed \d+/],
  ["campaign", /npm run campaign -- --minutes 60 --seed \d+/],
  ["browsers", /npm run test:browsers -- --seed \d+/],
])("a failure of the nightly %s leaves the command with its seed in the summary", (task, line) => {
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  command("npm", "exit 0");
  const nightly = (): number | null =>
    runScript(join(root, ".ci/nightly"), [task], { GITHUB_STEP_SUMMARY: summary }).status;
  expect([nightly(), readFileSync(summary, "utf8")]).toEqual([0, ""]);
  command("npm", "exit 1");
  expect([nightly(), readFileSync(summary, "utf8")]).toEqual([1, expect.stringMatching(line)]);
});

const workflows = globSync(".github/workflows/*.yml", { cwd: root }).map(
  (file): { permissions: Record<string, string>; jobs: Record<string, Job> } =>
    parse(readFileSync(join(root, file), "utf8")),
);
const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({
    name,
    permissions: job.permissions ?? workflow.permissions,
    needs: job.needs,
    steps: job.steps ?? [],
  })),
);

test("a job with a token of AWS installs nothing, has no key, and follows the gate", () => {
  const entrusted = jobs.filter(({ permissions }) => permissions["id-token"] === "write");
  expect(entrusted.map(({ name }) => name).sort()).toEqual([
    "attest",
    "deploy",
    "dev",
    "diff",
    "prod",
    "run",
    "stg",
  ]);
  const scripts = entrusted.flatMap(({ steps }) => steps.flatMap(({ run: script }) => script ?? []));
  expect(scripts.filter((script) => !script.startsWith("gh attestation verify"))).toEqual([
    "tar -xzf deployment.tar.gz",
    'bash "deployment/.ci/$TASK" "$ENVIRONMENT"',
  ]);
  expect(JSON.stringify(workflows)).not.toMatch(/secrets\.|access-key/);
  const { attest, dev, stg, prod } = Object.fromEntries(jobs.map((job) => [job.name, job]));
  expect([attest, dev, stg, prod].map((job) => job?.needs)).toEqual(["gate", "attest", "attest", "stg"]);
});

test("a job that makes or runs the package restores no cache", () => {
  const trusted = jobs.filter(
    ({ name, permissions }) => name === "package" || permissions["id-token"] === "write",
  );
  const steps = trusted.flatMap((job) => job.steps);
  expect(steps.filter(({ uses }) => uses?.startsWith("actions/cache"))).toEqual([]);
  const setUps = steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
  expect(setUps).toHaveLength(2);
  // Without the word it restores npm's cache where package.json names npm as the `packageManager`.
  for (const { with: options } of setUps) {
    expect(options).toMatchObject({ "package-manager-cache": false });
    expect(options).not.toHaveProperty("cache");
  }
});

test.each(["ROLLOUT", "DOWNGRADE", "ACCEPT"])("the environment's variable %s reaches .ci/deploy", (name) => {
  const [step] = jobs
    .flatMap(({ steps }) => steps)
    .filter(({ run: script }) => script?.includes("deployment/.ci/$TASK"));
  expect(step?.env).toMatchObject({ [name]: `\${{ vars.${name} }}` });
  expect(readFileSync(join(root, ".ci/deploy"), "utf8")).toContain(`\${${name}:`);
});

test("no run waits in a group before its approval, or is cancelled by a newer one", () => {
  expect(jobs.map(({ name }) => name)).toContain("deploy");
  expect(JSON.stringify(workflows.filter(({ jobs: { deploy } }) => deploy))).not.toContain("concurrency");
  const running = workflows.flatMap(({ jobs: { run: job } }) => job ?? []);
  expect(running.map((job) => job["timeout-minutes"])).toEqual([leaseMs / minuteMs]);
});

test("a tag that is not on main makes no package", () => {
  const [step] = workflows
    .flatMap((workflow) => workflow.jobs.package?.steps ?? [])
    .filter(({ run: script }) => script?.includes("is-ancestor"));
  expect(step?.if).toBe("github.ref_type == 'tag'");
  const git = (...args: string[]) => spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  const commitOn = (branch: string): void => {
    git("switch", "--create", branch);
    git(
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@example.com",
      "commit",
      "--allow-empty",
      "--message",
      branch,
    );
  };
  git("init", "--quiet");
  commitOn("main");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  const check = () => spawnSync("bash", ["-c", step?.run ?? "exit 2"], { cwd: folder, encoding: "utf8" });
  expect(check().status).toBe(0);
  commitOn("fix");
  expect(check()).toMatchObject({ status: 1, stderr: "This tag is not on main.\n" });
});

test("every action is pinned by its commit", () => {
  const used = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(5);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test("the list of libraries has each one that the product installs", () => {
  const [command = ""] = /^npm sbom .+(?= >)/m.exec(readFileSync(join(root, ".ci/package"), "utf8")) ?? [];
  const { stdout } = spawnSync("bash", ["-c", command], { cwd: root, encoding: "utf8" });
  const { components } = JSON.parse(stdout) as { components: { purl: string }[] };
  const listed = new Set(components.map(({ purl }) => purl));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages: [string, { version: string; dev?: true; devOptional?: true; optional?: true }][] =
    Object.entries(lock.packages);
  const shipped = packages.filter(
    ([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional,
  );
  expect(shipped.length).toBeGreaterThan(200);
  const purlOf = (path: string, version: string) =>
    `pkg:npm/${path.replace(/.*node_modules\//, "").replace("@", "%40")}@${version}`;
  expect(
    shipped.map(([path, { version }]) => purlOf(path, version)).filter((purl) => !listed.has(purl)),
  ).toEqual([]);
});
