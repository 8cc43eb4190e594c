/** What docs/runbooks has done with prod by `cdk`, one after the other, as in deployment.test.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { FunctionSettings } from "../../infra/settings/function-settings.ts";
import { allFunctions } from "../../infra/settings/functions.ts";
import { namesIn } from "../../scripts/admin/outputs.ts";
import { type Laboratory, openLaboratory } from "./support/control-plane/laboratory.ts";
import { complete, dev } from "./support/portal.ts";

/** Once it was raised. */
const originProof = complete.originProof + 1;
const restoredTable = "Portal-prod-202611220900";

// A dozen runs of the CLI, each a second of work and more on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let lab: Laboratory;
let asItIs: string;
let restored: string;
/** What `--outputs-file` wrote. */
let outputs: string;
beforeAll(async () => {
  lab = await openLaboratory();
  asItIs = lab.assembly(complete);
  const environments = ["ap-northeast-1", "us-east-1"].map((region) => `aws://${lab.account.id}/${region}`);
  await done("bootstrap", asItIs, ...environments);
  outputs = join(asItIs, "outputs.json");
  await done("deploy", asItIs, "--all", "--outputs-file", outputs);
  lab.news();
});
afterEach(() => expect(lab.strangers()).toEqual([]));
afterAll(() => lab.close());

async function done(command: "bootstrap" | "deploy", assembly: string, ...what: string[]): Promise<void> {
  const unasked = command === "deploy" ? ["--require-approval", "never"] : [];
  const { status, said } = await lab.cdk(assembly, command, ...what, ...unasked);
  expect(status, said).toBe(0);
}

const updated = (...parts: string[]) => parts.map((part) => `UPDATE_COMPLETE Portal-prod-${part}`);

const environment = z.object({
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.string()) })),
});
/** Values of that variable in every function of that stack which is told it. */
function variable(name: string, part: string): Set<string> {
  const told = lab
    .deployed("AWS::Lambda::Function")
    .filter(({ stackName }) => stackName === `Portal-prod-${part}`)
    .map(({ actual }) => z.parse(environment, actual).Environment?.Variables[name]);
  return new Set(told.filter((value) => value !== undefined));
}

const distribution = z.object({
  DistributionConfig: z.object({
    Aliases: z.array(z.string()),
    Origins: z.array(
      z.object({ OriginCustomHeaders: z.optional(z.array(z.object({ HeaderValue: z.string() }))) }),
    ),
  }),
});
function cloudFront() {
  const [only] = lab.deployed("AWS::CloudFront::Distribution");
  const { Aliases, Origins } = z.parse(distribution, only?.actual).DistributionConfig;
  const [proof = ""] = Origins.flatMap(({ OriginCustomHeaders = [] }) =>
    OriginCustomHeaders.map(({ HeaderValue }) => HeaderValue),
  );
  return { id: only?.physicalId, names: Aliases, proof };
}

/** What customers have, and the addresses at which they find us. */
const lasting =
  /^AWS::(ApiGatewayV2::Api|CloudFront::Distribution|Cognito::.*|DynamoDB::Table|KMS::Key|S3::Bucket)$/;

const runbooks = join(import.meta.dirname, "../../docs/runbooks");
const textOf = (name: string) => readFileSync(join(runbooks, name), "utf8");
const all = readdirSync(runbooks).map(textOf).join("\n");
const physicalIds = (type: string) => lab.deployed(type).map(({ physicalId }) => physicalId);

test("every output that a runbook asks for is there", () => {
  const asked = new Set([...all.matchAll(/\boutput ([A-Z]\w+) (\w+)/g)].map(([, ...each]) => each.join(" ")));
  expect(asked.size).toBeGreaterThan(5);
  const told = lab.account
    .alive()
    .flatMap(({ name, outputs }) => outputs.map(({ key }) => `${name.replace("Portal-prod-", "")} ${key}`));
  expect(told).toEqual(expect.arrayContaining([...asked]));
});

test("every function that a runbook names is there, and a restore stops and starts all that writes", () => {
  const named = [...all.matchAll(/Portal-\$ENV-([a-z-]+)/g)].map(([, name = ""]) => name);
  const looped = [...textOf("restore.md").matchAll(/for f in ([a-z -]+);/g)].map(([, names = ""]) =>
    names.split(" "),
  );
  const functions = [...named, ...looped.flat()].map((name) => `Portal-prod-${name}`);
  expect(physicalIds("AWS::Lambda::Function")).toEqual(expect.arrayContaining(functions));
  const writers = Object.entries<FunctionSettings>(allFunctions)
    .filter(([, { grants }]) => grants.table?.some((action) => /Put|Update|Delete/.test(action)))
    .map(([name]) => name);
  const [stopped = [], ...started] = looped;
  expect(stopped).toEqual(expect.arrayContaining(writers));
  expect(started.flat().sort()).toEqual([...stopped].sort());
});

test("release and customers: the file of outputs names what the commands work on", () => {
  expect(namesIn(outputs)).toEqual({
    USER_POOL_ID: physicalIds("AWS::Cognito::UserPool")[0],
    TABLE_NAME: physicalIds("AWS::DynamoDB::Table")[0],
    KEY_ID: physicalIds("AWS::KMS::Alias").find((name) => name.includes("Portal-prod")),
    STRIPE_SECRET_ID: physicalIds("AWS::SecretsManager::Secret").find((arn) => arn.includes("Stripe")),
  });
});

test("rotate-secrets: the proof that CloudFront shows now was taken before, the old one no longer is", async () => {
  const [before, kept] = [cloudFront(), lab.ids(lasting)];
  const [takenBefore = ""] = variable("ORIGIN_SECRETS", "Api");
  expect(takenBefore.split(" ")).toContain(before.proof);
  await done("deploy", lab.assembly({ ...complete, originProof }), "--all");
  expect(lab.news()).toEqual(updated("Entrance", "Api"));
  const { proof } = cloudFront();
  expect(proof).not.toBe(before.proof);
  expect(takenBefore.split(" ")).toContain(proof);
  const [taken = "", ...others] = variable("ORIGIN_SECRETS", "Api");
  expect(others).toEqual([]);
  expect(taken.split(" ")).toContain(proof);
  expect(taken.split(" ")).not.toContain(before.proof);
  expect(lab.ids(lasting)).toEqual(kept);
});

test("rollback across it: the functions first, and CloudFront shows nothing that they do not take", async () => {
  const shows = () => [cloudFront().proof, ...variable("ORIGIN_SECRETS", "Api")].join(" ").split(" ");
  await done("deploy", asItIs, "Portal-prod-Api", "--exclusively");
  const [shown, ...taken] = shows();
  expect(taken).toContain(shown);
  await done("deploy", asItIs, "--all");
  expect(lab.news()).toEqual(updated("Api", "Entrance"));
  const [shownBefore, ...takenBefore] = shows();
  expect(shownBefore).not.toBe(shown);
  expect(takenBefore).toContain(shownBefore);
  await done("deploy", lab.assembly({ ...complete, originProof }), "--all");
  lab.news();
});

test("restore: what names the table names the other one, and the stack's own stays", async () => {
  const kept = lab.ids(lasting);
  const [own] = variable("TABLE_NAME", "Api");
  restored = lab.assembly({ ...complete, originProof, restoredTable });
  await done("deploy", restored, "Portal-prod-Data", "Portal-prod-Api", "--exclusively");
  expect(lab.news()).toEqual(updated("Data", "Api"));
  for (const part of ["Data", "Api"]) {
    expect(variable("TABLE_NAME", part)).toEqual(new Set([restoredTable]));
  }
  expect(lab.ids(lasting)).toEqual(kept);
  expect(own).toBe(lab.deployed("AWS::DynamoDB::Table")[0]?.physicalId);
});

test("rollback: the functions of before come back, what is not named stays as it is", async () => {
  const wrong = lab.assembly({ ...complete, originProof, restoredTable, smsDailyCap: 1 });
  await done("deploy", wrong, "Portal-prod-Api", "--exclusively");
  expect(variable("SMS_DAILY_CAP", "Api")).toEqual(new Set(["1"]));
  await done("deploy", restored, "Portal-prod-Site", "Portal-prod-Api", "--exclusively");
  expect(lab.news()).toEqual(updated("Api", "Api"));
  expect(variable("SMS_DAILY_CAP", "Api")).toEqual(new Set([String(complete.smsDailyCap)]));
});

test("move-domain: the new name stands beside the old one, then in its place", async () => {
  const { id } = cloudFront();
  const [old = "", other = ""] = complete.domain?.names ?? [];
  const named = (...names: string[]) =>
    lab.assembly({
      ...complete,
      originProof,
      restoredTable,
      domain: { names, certificateArn: complete.domain?.certificateArn ?? "" },
    });
  await done("deploy", named(old, other, "new.example.jp"), "Portal-prod-Entrance", "--exclusively");
  expect(lab.news()).toEqual(updated("Entrance"));
  expect(cloudFront()).toMatchObject({ id, names: [old, other, "new.example.jp"] });
  await done("deploy", named("new.example.jp", old), "--all");
  expect(cloudFront()).toMatchObject({ id, names: ["new.example.jp", old] });
  expect(variable("SITE_URL", "Api")).toEqual(new Set(["https://new.example.jp"]));
  lab.news();
});

test("deploy.md: exports do as well, and a second environment fits into the account", async () => {
  const strong = lab.assembly(dev, {
    settings: { "@aws-cdk/core:defaultCrossStackReferences": "strong" },
  });
  await done("deploy", strong, "--all");
  expect(lab.news()).toHaveLength(6);
  expect(lab.stack("Portal-dev-Entrance").template?.body).not.toContain("Fn::GetStackOutput");
});

test("leave-aws: nothing goes until somebody takes the protection off", async () => {
  const kept = lab.ids(lasting);
  const refused = await lab.cdk(asItIs, "destroy", "--all", "--force");
  expect(refused.status).toBe(1);
  expect(refused.said).toContain("cannot be deleted while TerminationProtection is enabled");
  expect(lab.ids(lasting)).toEqual(kept);
  expect(lab.news()).toEqual([]);
  // `aws cloudformation update-termination-protection --no-enable-termination-protection`
  for (const part of ["Edge", "Entrance", "Data", "Api", "Site", "Watch"])
    lab.stack(`Portal-prod-${part}`).isProtected = false;
  const { status, said } = await lab.cdk(asItIs, "destroy", "--all", "--force");
  expect(status, said).toBe(0);
  expect(lab.account.alive().filter(({ name }) => name.startsWith("Portal-prod"))).toEqual([]);
  const left = lab.leftBehind().map(({ type }) => type);
  for (const type of ["Cognito::UserPool", "DynamoDB::Table", "KMS::Key", "S3::Bucket"]) {
    expect(left).toContain(`AWS::${type}`);
  }
});
