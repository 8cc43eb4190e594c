import type { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Environment } from "#infra/environment.ts";
import { synthesized } from "./support/portal.ts";
import { onlyResource, resourcesOf, type Statement } from "./support/resources.ts";
import { complete } from "./support/settings.ts";

const template = synthesized(complete);

const roles = resourcesOf(template, "AWS::IAM::Role");

/** The permissions of every role of the stack. CDK's own function that copies the site is among them: its role is ours. */
const statementsIn = (stacks: Template) =>
  [
    ...resourcesOf(stacks, "AWS::IAM::Policy").map(({ path, properties }) => ({
      path,
      inline: [properties],
    })),
    ...resourcesOf(stacks, "AWS::IAM::Role").map(({ path, properties }) => ({
      path,
      inline: properties.Policies ?? [],
    })),
  ].flatMap(({ path, inline }) =>
    inline.flatMap(({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) =>
      PolicyDocument.Statement.map((statement): [string, Statement] => [path, statement]),
    ),
  );
const statements = statementsIn(template);

/** The parts of an ARN that are written in the template, with `…` for what only CloudFormation knows. */
function arnText(resource: unknown): string {
  if (typeof resource === "string") return resource;
  const { "Fn::Join": join } = z.parse(z.object({ "Fn::Join": z.optional(joined) }), resource);
  return join ? join[1].map((part) => (typeof part === "string" ? part : "…")).join("") : "…";
}
const joined = z.tuple([z.literal(""), z.array(z.unknown())]);

/** X-Ray and SES's account know no resources to name; CodeDeploy asks for the state of all alarms at once. */
const namesNoResource = (action: string | string[]): boolean =>
  [action]
    .flat()
    .every((each) =>
      /^(xray:Put(TraceSegments|TelemetryRecords)|ses:GetAccount|cloudwatch:DescribeAlarms)$/.test(each),
    );

test("no role may do an action by wildcard", () => {
  expect(statements.length).toBeGreaterThan(0);
  for (const [path, { Action }] of statements) {
    expect(
      [Action].flat().filter((action) => action.includes("*")),
      path,
    ).toEqual([]);
  }
});

test("no role may touch every resource; by wildcard it reaches the objects of one bucket at most", () => {
  for (const [path, { Action, Resource }] of statements) {
    for (const resource of [Resource].flat()) {
      const text = arnText(resource);
      if (!text.includes("*") || namesNoResource(Action)) continue;
      expect(text, path).toMatch(/^(arn:aws:s3:::)?…\/\*$/);
      for (const action of [Action].flat()) expect(action, path).toMatch(/^s3:\w+Object(Version)?$/);
    }
  }
});

test("no role has a managed policy, but that of AWS Backup", () => {
  for (const { path, properties } of roles) {
    if (path.startsWith("TableBackup"))
      expect(properties.AssumeRolePolicyDocument.Statement).toMatchObject([
        { Principal: { Service: "backup.amazonaws.com" } },
      ]);
    else expect(properties.ManagedPolicyArns, path).toBeUndefined();
  }
});

test("the only function beside the portal's is CDK's, which copies the site", () => {
  const foreign = resourcesOf(template, "AWS::Lambda::Function").filter(
    ({ path }) => !path.endsWith("/Function"),
  );
  expect(foreign.map(({ path }) => path)).toEqual([expect.stringMatching(/^Custom::CDKBucketDeployment/)]);
});

test("bucket policies have no wildcard allows, only denies", () => {
  for (const { path, properties } of resourcesOf(template, "AWS::S3::BucketPolicy")) {
    const admitted: Statement[] = properties.PolicyDocument.Statement.filter(
      ({ Effect }: Statement) => Effect === "Allow",
    );
    for (const statement of admitted) {
      expect(statement, path).toMatchObject({
        Principal: { Service: "cloudfront.amazonaws.com" },
        Condition: { StringEquals: { "AWS:SourceArn": expect.anything() } },
      });
    }
  }
});

const named = z.object({
  "Fn::GetAtt": z.optional(z.array(z.string())),
  Ref: z.optional(z.string()),
  "Fn::Sub": z.optional(z.string()),
  "Fn::Join": z.optional(joined),
});

/** `Api/get-user: dynamodb:GetItem on …`, with what a condition adds. */
const spelled = statements
  .map(([path, { Action, Resource, Condition }]) => {
    const where = [Resource].flat().map((resource) => nameOf(resource));
    const on = `${[Action].flat().join(", ")} on ${where.join(", ")}`;
    return `${path}: ${on}${Condition === undefined ? "" : ` if ${JSON.stringify(Condition)}`}`;
  })
  .sort();

/** The resource's logical id in the place of what only CloudFormation knows. */
function nameOf(resource: unknown): string {
  if (typeof resource === "string") return resource;
  const {
    "Fn::GetAtt": attribute,
    Ref: reference,
    "Fn::Join": join,
    "Fn::Sub": text,
  } = z.parse(named, resource);
  if (join) return join[1].map(nameOf).join("");
  return text ?? `<${attribute?.[0] ?? reference}>`;
}

test("every statement of every role is in privileges.txt", async () => {
  const hint = "A permission changed. On purpose: npm run test:unit -- -u test/infra/permissions";
  await expect(`${spelled.join("\n")}\n`, hint).toMatchFileSnapshot("privileges.txt");
});

test("every action of a function on the table has named partitions and a key", () => {
  const onTable = statements.filter(([, { Action }]) =>
    [Action].flat().some((each) => /^dynamodb:(?!Scan$)/.test(each)),
  );
  expect(onTable.length).toBeGreaterThan(10);
  for (const [path, { Condition }] of onTable) {
    const keys: string[] = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"] ?? [];
    expect(keys.length, path).toBeGreaterThan(0);
    for (const key of keys) expect(key, path).toMatch(/^[A-Z_]+(#[A-Z_-]+)*(#\*)?$/);
    // Without it `ForAllValues` holds for a request that names no key at all.
    expect(Condition?.Null, path).toEqual({ "dynamodb:LeadingKeys": "false" });
  }
});

test("only two jobs look through the whole table, at nothing but who wants service information and who has a contract", () => {
  const scanning = statements.filter(([, { Action }]) => [Action].flat().includes("dynamodb:Scan"));
  const only = (...attributes: string[]) =>
    expect.objectContaining({
      Action: "dynamodb:Scan",
      Condition: {
        "ForAllValues:StringEquals": { "dynamodb:Attributes": ["pk", "sk", "closedAt", ...attributes] },
        StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
      },
    });
  expect(scanning).toEqual([
    [expect.stringContaining("Schedule/announce"), only("optInServiceInfo")],
    [expect.stringContaining("Schedule/export-users"), only("loginId", "subscriptionId")],
  ]);
});

test("only the licence key may be decrypted, and no function but retention may delete a customer's rows", () => {
  const decrypting = statements.filter(([, { Action }]) => [Action].flat().includes("kms:Decrypt"));
  const onlyTheKey = { Condition: { StringEquals: { "kms:EncryptionContext:field": "licenceKey" } } };
  expect(decrypting).toMatchObject([
    [expect.stringContaining("Api/licence-key"), onlyTheKey],
    [expect.stringContaining("Schedule/reconcile"), onlyTheKey],
  ]);
  const deleting = statements.filter(([, { Action }]) => [Action].flat().includes("dynamodb:DeleteItem"));
  const erasing = deleting.filter(([path]) => path.includes("Schedule/retention"));
  expect(erasing).toHaveLength(1);
  expect(JSON.stringify(erasing)).not.toMatch(/RELEASE|SWITCH|CORPORATION|STRIPE_EVENT/);
  for (const [path, { Condition }] of deleting.filter((each) => !erasing.includes(each))) {
    expect(JSON.stringify(Condition), path).toMatch(
      /LeadingKeys":\[("(ANNOUNCEMENT_MAILS|CHECKOUTS|CUSTOMER_SYNC|EMAIL_CHANGES|OUTBOX|SESSIONS|STRIPE_CHECKS)",?)+\]},"Null"/,
    );
  }
});

const ses = "arn:aws:ses:ap-northeast-1:<AWS::AccountId>:";
const withoutZones: Environment = {
  ...complete,
  domain: {
    names: ["portal.example.jp"],
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  },
};

test.each<[string, Environment, string | undefined]>([
  ["the stacks' own", complete, "Portal-prod"],
  [
    "adopted in a zone of ours",
    { ...complete, adopted: { mailIdentity: { configurationSet: "theirs" } } },
    "theirs",
  ],
  [
    "adopted elsewhere",
    { ...withoutZones, adopted: { mailIdentity: { configurationSet: "theirs" } } },
    "theirs",
  ],
  ["without a configuration set", { ...complete, adopted: { mailIdentity: {} } }, undefined],
])("whoever sends from the identity may use its default configuration set: %s", (_, environment, name) => {
  const stacks = synthesized(environment);
  const [identity] = resourcesOf(stacks, "AWS::SES::EmailIdentity");
  if (identity) {
    const { Ref } = identity.properties.ConfigurationSetAttributes.ConfigurationSetName;
    expect(onlyResource(stacks, "AWS::SES::ConfigurationSet").id).toBe(Ref);
    expect(onlyResource(stacks, "AWS::SES::ConfigurationSet").properties.Name).toBe(name);
  }
  const sending = statementsIn(stacks).filter(([, { Action }]) => [Action].flat().includes("ses:SendEmail"));
  expect(sending.length).toBeGreaterThan(5);
  for (const [path, { Resource }] of sending)
    expect([Resource].flat().map(nameOf), path).toEqual([
      ...(name ? [`${ses}configuration-set/${name}`] : []),
      `${ses}identity/example.jp`,
    ]);
});
