import type { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { asText } from "#infra/constructs/acknowledge.ts";
import type { Environment } from "#infra/environment.ts";
import { synthesized } from "./support/portal.ts";
import { onlyResource, resourcesOf, type Statement } from "./support/resources.ts";
import { complete, withoutZones } from "./support/settings.ts";

const template = synthesized(complete);

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
const allowing = (action: string, among = statements) =>
  among.filter(([, each]) => actionsOf(each).includes(action));

/** The resource's logical id in the place of what only CloudFormation knows. */
const nameOf = (resource: unknown): string => asText(resource).replaceAll(/<(\w+)\.[\w.]+>/g, "<$1>");
const actionsOf = ({ Action }: Statement): string[] => [Action].flat();

/** X-Ray and SES's account know no resources to name; CodeDeploy asks for the state of all alarms at once. */
const namesNoResource =
  /^(xray:Put(TraceSegments|TelemetryRecords)|ses:GetAccount|cloudwatch:DescribeAlarms)$/;

test("no role has an action by wildcard or every resource, or more than one bucket", () => {
  expect(statements.length).toBeGreaterThan(0);
  for (const [path, statement] of statements) {
    const actions = actionsOf(statement);
    expect(actions.join(), path).not.toContain("*");
    if (actions.every((action) => namesNoResource.test(action))) continue;
    for (const resource of [statement.Resource]
      .flat()
      .map(nameOf)
      .filter((each) => each.includes("*"))) {
      expect(resource, path).toMatch(/^(arn:aws:s3:::[\w<>:-]+|<\w+>)\/\*$/);
      for (const action of actions) expect(action, path).toMatch(/^s3:\w+Object(Version)?$/);
    }
  }
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

/** `Api/get-user: dynamodb:GetItem on …`, with what a condition adds. */
const spelled = statements
  .map(([path, statement]) => {
    const { Resource, Condition } = statement;
    const on = `${actionsOf(statement).join(", ")} on ${[Resource].flat().map(nameOf).join(", ")}`;
    return `${path}: ${on}${Condition === undefined ? "" : ` if ${JSON.stringify(Condition)}`}`;
  })
  .sort();

test("every statement of every role is in privileges.txt", async () => {
  const hint = "A permission changed. On purpose: npm run test:unit -- -u test/infra/permissions";
  await expect(`${spelled.join("\n")}\n`, hint).toMatchFileSnapshot("privileges.txt");
});

test("every action of a function on the table has named partitions and a key", () => {
  const onTable = statements.filter(([, each]) =>
    actionsOf(each).some((action) => /^dynamodb:(?!Scan$)/.test(action)),
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

test("only the licence key may be decrypted, and only retention deletes customers", () => {
  const onlyTheKey = { Condition: { StringEquals: { "kms:EncryptionContext:field": "licenceKey" } } };
  expect(allowing("kms:Decrypt")).toMatchObject([
    [expect.stringContaining("Api/customer/licence-key"), onlyTheKey],
    [expect.stringContaining("Schedule/jobs/reconcile"), onlyTheKey],
  ]);
  const deleting = allowing("dynamodb:DeleteItem");
  const erasing = deleting.filter(([path]) => path.includes("Schedule/jobs/retention"));
  expect(erasing).toHaveLength(1);
  expect(JSON.stringify(erasing)).not.toMatch(/RELEASE|SWITCH|CORPORATION|STRIPE_EVENT/);
  for (const [path, { Condition }] of deleting.filter((each) => !erasing.includes(each))) {
    expect(JSON.stringify(Condition), path).toMatch(
      /LeadingKeys":\[("(ANNOUNCEMENT_MAILS|CHECKOUTS|CUSTOMER_SYNC|EMAIL_CHANGES|LOGIN_ID_MAILS|OUTBOX|SESSIONS|STRIPE_TASKS)",?)+\]},"Null"/,
    );
  }
});

const ses = "arn:aws:ses:ap-northeast-1:<AWS::AccountId>:";
test.each<[string, Environment, string | undefined]>([
  ["the stacks' own", complete, "Portal-prod"],
  ["adopted elsewhere", withoutZones, "theirs"],
  ["without a configuration set", { ...complete, adopted: { mailIdentity: {} } }, undefined],
])("whoever sends from the identity may use its default configuration set: %s", (_, environment, name) => {
  const stacks = synthesized(environment);
  const [identity] = resourcesOf(stacks, "AWS::SES::EmailIdentity");
  if (identity) {
    const { Ref } = identity.properties.ConfigurationSetAttributes.ConfigurationSetName;
    expect(onlyResource(stacks, "AWS::SES::ConfigurationSet").id).toBe(Ref);
    expect(onlyResource(stacks, "AWS::SES::ConfigurationSet").properties.Name).toBe(name);
  }
  const sending = allowing("ses:SendEmail", statementsIn(stacks));
  expect(sending.length).toBeGreaterThan(5);
  for (const [path, { Resource }] of sending)
    expect([Resource].flat().map(nameOf), path).toEqual([
      ...(name ? [`${ses}configuration-set/${name}`] : []),
      `${ses}identity/example.jp`,
    ]);
});
