/**
 * The real CDK CLI, called as the runbooks call it, against a stand-in for AWS's control plane that refuses what
 * CloudFormation refuses: an environment from its first day to its last.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Laboratory, openLaboratory } from "./support/control-plane/laboratory.ts";
import { dev } from "./support/portal.ts";

const regions: Record<string, string> = { Edge: "us-east-1" };
/** The last two need nothing of each other. */
const parts = ["Edge", "Entrance", "Data", "Api", "Site", "Watch"];
const inOrder = (news: readonly string[]) => [...news.slice(0, -2), ...news.slice(-2).sort()];
const ended = (status: string, some: readonly string[]) => some.map((part) => `${status} Portal-dev-${part}`);

// A dozen runs of the CLI, each a second of work and more on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let lab: Laboratory;
let asItIs: string;
beforeAll(async () => {
  lab = await openLaboratory();
  asItIs = lab.assembly(dev);
});
/** Nothing asked for a host of AWS, nor for anything that the stand-in does not know. */
afterEach(() => expect(lab.strangers()).toEqual([]));
afterAll(() => lab.close());

const deploy = (assembly: string, ...what: string[]) =>
  lab.cdk(assembly, "deploy", ...what, "--require-approval", "never");

test("an account is prepared once, for both regions", async () => {
  const environments = ["ap-northeast-1", "us-east-1"].map((region) => `aws://${lab.account.id}/${region}`);
  const { status, said } = await lab.cdk(asItIs, "bootstrap", ...environments);
  expect(status, said).toBe(0);
  expect(lab.news()).toEqual(["CREATE_COMPLETE CDKToolkit", "CREATE_COMPLETE CDKToolkit"]);
});

test("plain `cdk deploy` makes six stacks, each in its region and after those that it needs", async () => {
  const { status, said } = await deploy(asItIs);
  expect(status, said).toBe(0);
  expect(inOrder(lab.news())).toEqual(ended("CREATE_COMPLETE", parts));
  for (const part of parts) {
    expect(lab.stack(`Portal-dev-${part}`).region).toBe(regions[part] ?? "ap-northeast-1");
  }
});

test("an unchanged tree has no differences, and deploying it again changes nothing", async () => {
  const diff = await lab.cdk(asItIs, "diff", "--fail");
  expect(diff.status, diff.said).toBe(0);
  const again = await deploy(asItIs, "--all");
  expect(again.status, again.said).toBe(0);
  expect(again.said.match(/\(no changes\)/g)).toHaveLength(parts.length);
  expect(lab.news()).toEqual([]);
});

test("another setting reaches the stacks that it belongs to, one of them alone if need be", async () => {
  const before = lab.ids();
  const changed = lab.assembly({ ...dev, smsDailyCap: 51, price: { ...dev.price, amountYen: 12_000 } });
  const alone = await deploy(changed, "Portal-dev-Api", "--exclusively");
  expect(alone.status, alone.said).toBe(0);
  expect(lab.news()).toEqual(ended("UPDATE_COMPLETE", ["Api"]));
  const rest = await deploy(changed);
  expect(rest.status, rest.said).toBe(0);
  expect(inOrder(lab.news())).toEqual(ended("UPDATE_COMPLETE", ["Site", "Watch"]));
  expect(lab.ids()).toEqual(before);
});

/** By type, the logs aside. */
const lasting = [
  "AWS::Cognito::UserPool",
  "AWS::DynamoDB::Table",
  "AWS::KMS::Key",
  "AWS::S3::Bucket",
  "AWS::S3::Bucket",
  "AWS::SecretsManager::Secret",
  "AWS::SecretsManager::Secret",
  "AWS::SecretsManager::Secret",
];

test("one command takes the environment down and leaves what docs/deploy.md lists", async () => {
  const { status, said } = await lab.cdk(asItIs, "destroy", "--all", "--force");
  expect(status, said).toBe(0);
  expect(inOrder(lab.news().reverse())).toEqual(ended("DELETE_COMPLETE", parts));
  const left = lab.leftBehind();
  const types = left.map(({ type }) => type).filter((type) => type !== "AWS::Logs::LogGroup");
  expect(types.sort()).toEqual(lasting);
  // A secret that was generated is nobody's to keep.
  expect(left.filter(({ secretValue }) => secretValue !== undefined)).toEqual([]);
});

test("neither what was left nor a first deployment that failed stands in the way of the next", async () => {
  const left = lab.leftBehind();
  const obstacle = lab.obstruct("AWS::Lambda::Function", "Portal-dev-post-confirmation");
  const failed = await deploy(asItIs, "--all");
  expect(failed.status).toBe(1);
  expect(failed.said).toContain("'Portal-dev-post-confirmation' already exists");
  expect(lab.news()).toEqual([
    ...ended("CREATE_COMPLETE", ["Edge", "Entrance"]),
    ...ended("ROLLBACK_COMPLETE", ["Data"]),
  ]);
  obstacle.remove();
  // This time with the functions as they are shipped.
  const { status, said } = await deploy(lab.assembly(dev, { isBundled: true }), "--all");
  expect(status, said).toBe(0);
  expect(inOrder(lab.news())).toEqual([
    ...ended("DELETE_COMPLETE", ["Data"]),
    ...ended("CREATE_COMPLETE", ["Data", "Api", "Site", "Watch"]),
  ]);
  const more = lab.leftBehind().filter((each) => !left.includes(each));
  // Its deletion protection would have stopped the way back.
  expect(more.map(({ type }) => type)).toEqual(["AWS::DynamoDB::Table"]);
});
