/** The stand-in refuses what CloudFormation refuses, so that a deployment that passes there means something. */
import { expect, test } from "vitest";
import { ServiceError } from "../../scripts/local/emulators/aws/service-error.ts";
import { Account } from "./support/control-plane/account.ts";
import { createPerson } from "./support/control-plane/cdk.ts";
import { startControlPlane } from "./support/control-plane/control-plane.ts";
import { startRefusingProxy } from "./support/control-plane/refusing-proxy.ts";
import { createChangeSet } from "./support/control-plane/stacks/change-sets.ts";
import { execute } from "./support/control-plane/stacks/execute.ts";
import { deleteStack } from "./support/control-plane/stacks/remove.ts";
import type { Stack } from "./support/control-plane/stacks/stack.ts";

interface Options {
  name?: string;
  region?: string;
  capabilities?: string[];
}

function deploy(account: Account, template: object, options: Options = {}): Stack {
  const { name = "Tried", region = "ap-northeast-1", capabilities = ["CAPABILITY_NAMED_IAM"] } = options;
  const [stack, { plan }] = createChangeSet(account, {
    region,
    stackName: name,
    name: `for-${name}`,
    type: account.stack(region, name) ? "UPDATE" : "CREATE",
    body: JSON.stringify(template),
    capabilities,
    parameters: [],
    tags: [],
  });
  if (plan) execute(account, stack, plan);
  stack.changeSets.clear();
  return stack;
}

/** What CloudFormation says against it; empty when it deploys. */
function refusalOf(account: Account, template: object, options?: Options): string {
  try {
    return deploy(account, template, options).reason ?? "";
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

const topic = { Type: "AWS::SNS::Topic" };
const logGroup = { Type: "AWS::Logs::LogGroup", Properties: { LogGroupName: "named" } };
const named = (text: unknown) => ({ ...topic, Properties: { DisplayName: text } });
const holding = (properties: object) => ({ Resources: { One: { ...topic, Properties: properties } } });
const policy = { Type: "AWS::IAM::ManagedPolicy", Properties: { PolicyDocument: {} } };
const many = (count: number, of: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Each${index}`, of]));
const lambda = (properties: object) => ({
  Resources: {
    One: {
      Type: "AWS::Lambda::Function",
      Properties: {
        Role: "arn:aws:iam::123456789012:role/any",
        Code: { S3Bucket: "named", S3Key: "missing.zip" },
        ...properties,
      },
    },
  },
});

const refused: [string, object, string, Options?][] = [
  ["more than 1 MB", holding({ DisplayName: "x".repeat(1_000_000) }), "may not exceed 1000000 bytes"],
  [
    "too many resources",
    { Resources: many(501, topic) },
    "resources, 501, is greater than maximum allowed, 500",
  ],
  [
    "too many outputs",
    { Resources: { One: topic }, Outputs: many(201, { Value: "1" }) },
    "outputs, 201, is greater than maximum allowed, 200",
  ],
  [
    "too many parameters",
    { Resources: { One: topic }, Parameters: many(201, { Type: "String", Default: "1" }) },
    "parameters, 201, is greater than maximum allowed, 200",
  ],
  [
    "a name with a dash",
    { Resources: { "not-a-name": topic } },
    "Resource name not-a-name is non alphanumeric",
  ],
  [
    "an unknown section",
    { Resources: { One: topic }, Resourses: {} },
    "Invalid template property or properties [Resourses]",
  ],
  ["nothing at all", { Resources: {} }, "At least one Resources member must be defined"],
  [
    "an unknown type",
    { Resources: { One: { Type: "AWS::SNS::Tropic" } } },
    "Unrecognized resource types: [AWS::SNS::Tropic]",
  ],
  [
    "a Ref to nothing",
    holding({ DisplayName: { Ref: "Two" } }),
    "Unresolved resource dependencies [Two] in the Resources block",
  ],
  [
    "an output of nothing",
    { Resources: { One: topic }, Outputs: { Of: { Value: { Ref: "Two" } } } },
    "Unresolved resource dependencies [Two] in the Outputs block",
  ],
  [
    "a Sub of nothing",
    holding({ DisplayName: { "Fn::Sub": ["$", "{Two}"].join("") } }),
    "Unresolved resource dependencies [Two]",
  ],
  [
    "an attribute of nothing",
    holding({ DisplayName: { "Fn::GetAtt": ["Two", "Arn"] } }),
    "references undefined resource Two",
  ],
  [
    "an unknown attribute",
    { Resources: { One: topic, Two: named({ "Fn::GetAtt": "One.Colour" }) } },
    "resource One does not support attribute type Colour in Fn::GetAtt",
  ],
  [
    "DependsOn nothing",
    { Resources: { One: { ...topic, DependsOn: "Two" } } },
    "Unresolved resource dependencies [Two]",
  ],
  [
    "an unknown condition",
    { Resources: { One: { ...topic, Condition: "Two" } } },
    "Unresolved condition dependency Two",
  ],
  [
    "a condition on a resource",
    { Resources: { One: topic }, Conditions: { Two: { "Fn::Equals": [{ Ref: "One" }, "1"] } } },
    "Cannot reference resources in the Conditions block",
  ],
  [
    "a circle",
    { Resources: { One: named({ Ref: "Two" }), Two: named({ Ref: "One" }), Three: named({ Ref: "One" }) } },
    "Circular dependency between resources: [One, Two]",
  ],
  [
    "an unknown function",
    holding({ DisplayName: { "Fn::Upper": "a" } }),
    "Unrecognized intrinsic function: Fn::Upper",
  ],
  ["an unknown property", holding({ Colour: "red" }), "#: extraneous key [Colour] is not permitted"],
  [
    "a missing property",
    { Resources: { One: { Type: "AWS::SQS::QueuePolicy" } } },
    "#: required key [Queues] not found",
  ],
  [
    "a property of another kind",
    holding({ DisplayName: { a: 1 } }),
    "#/DisplayName: expected type: String, found: JSONObject",
  ],
  ["a number that is none", lambda({ Timeout: "soon" }), "#/Timeout: expected type: Integer, found: String"],
  [
    "a value that is none of those allowed",
    lambda({ PackageType: "Tar" }),
    "#/PackageType: Tar is not a valid enum value",
  ],
  ["code that nobody uploaded", lambda({}), "S3 Error Code: NoSuchKey"],
  [
    "IAM unasked",
    { Resources: { One: policy } },
    "Requires capabilities : [CAPABILITY_IAM]",
    { capabilities: [] },
  ],
  [
    "a named role unasked",
    { Resources: { One: { Type: "AWS::IAM::Role", Properties: { RoleName: "one" } } } },
    "Requires capabilities : [CAPABILITY_NAMED_IAM]",
    { capabilities: ["CAPABILITY_IAM"] },
  ],
  [
    "a secret that is not there",
    holding({ DisplayName: "{{resolve:secretsmanager:none:SecretString:::}}" }),
    "Secrets Manager can't find the specified secret.",
  ],
  [
    "an output of a stack that is not there",
    holding({ DisplayName: { "Fn::GetStackOutput": { StackName: "None", OutputName: "Of" } } }),
    "Stack with id None does not exist",
  ],
  [
    "an output of a stack in another region",
    holding({ DisplayName: { "Fn::GetStackOutput": { StackName: "Before", OutputName: "Of" } } }),
    "Stack with id Before does not exist",
    { region: "us-east-1" },
  ],
  [
    "an output that the stack does not have",
    holding({ DisplayName: { "Fn::GetStackOutput": { StackName: "Before", OutputName: "None" } } }),
    "Output None does not exist in stack Before",
  ],
  [
    "an import of nothing",
    holding({ DisplayName: { "Fn::ImportValue": "none" } }),
    "No export named none found.",
  ],
  [
    "an export that another stack has",
    { Resources: { One: topic }, Outputs: { Of: { Value: "1", Export: { Name: "exported" } } } },
    "Export with name exported is already exported by stack Before.",
  ],
  [
    "a list as an output",
    { Resources: { One: topic }, Outputs: { Of: { Value: ["1"] } } },
    "Every Value member must be a string",
  ],
  [
    "a name that another stack has",
    { Resources: { Two: logGroup } },
    "named already exists in stack arn:aws:cloudformation",
  ],
  [
    "a parameter that Systems Manager does not have",
    {
      Resources: { One: topic },
      Parameters: { Version: { Type: "AWS::SSM::Parameter::Value<String>", Default: "/none" } },
    },
    "Unable to fetch parameters [/none] from parameter store for this account.",
  ],
  [
    "a rule that does not hold",
    {
      Resources: { One: topic },
      Rules: {
        Always: { Assertions: [{ Assert: { "Fn::Equals": ["1", "2"] }, AssertDescription: "never" }] },
      },
    },
    "never",
  ],
];

test.each(refused)("%s is refused", (_, template, message, options) => {
  const account = new Account();
  deploy(
    account,
    { Resources: { One: logGroup }, Outputs: { Of: { Value: "1", Export: { Name: "exported" } } } },
    { name: "Before" },
  );
  const before = [...account.existing];
  expect(refusalOf(account, template, options)).toContain(message);
  expect([...account.existing]).toEqual(before);
});

test("what a deleted stack left behind keeps its name", () => {
  const account = new Account();
  const template = { Resources: { One: { ...logGroup, DeletionPolicy: "Retain" } } };
  deleteStack(account, deploy(account, template));
  expect(refusalOf(account, template)).toContain("already exists");
});

test("a resource with a name of its own is not replaced beside itself", () => {
  const account = new Account();
  const table = (key: string) => ({
    Resources: {
      One: {
        Type: "AWS::DynamoDB::Table",
        Properties: { TableName: "own", KeySchema: [{ AttributeName: key, KeyType: "HASH" }] },
      },
    },
  });
  deploy(account, table("a"));
  expect(refusalOf(account, table("b"))).toContain(
    "cannot update a stack when a custom-named resource requires",
  );
});

test("a stack under termination protection, or whose export is in use, is not deleted", () => {
  const account = new Account();
  const used = deploy(
    account,
    { Resources: { One: topic }, Outputs: { Of: { Value: "1", Export: { Name: "used" } } } },
    { name: "Used" },
  );
  deploy(account, holding({ DisplayName: { "Fn::ImportValue": "used" } }), { name: "User" });
  deleteStack(account, used);
  expect(used).toMatchObject({ status: "DELETE_FAILED", reason: expect.stringContaining("in use by User") });
  used.isProtected = true;
  expect(() => deleteStack(account, used)).toThrow(
    "cannot be deleted while TerminationProtection is enabled",
  );
});

test("an update that fails leaves everything as it was", () => {
  const account = new Account();
  deploy(account, { Resources: { One: named("before") } });
  const before = [...account.existing];
  const after = {
    Resources: { One: named("after"), Two: logGroup, Three: { ...logGroup, DependsOn: "Two" } },
  };
  expect(refusalOf(account, after)).toContain("named already exists");
  expect([...account.existing]).toEqual(before);
});

test("whoever asks a host of AWS is seen, and let nowhere", async () => {
  const [plane, proxy] = await Promise.all([startControlPlane(), startRefusingProxy()]);
  const stray = createPerson({ ...plane, url: "" }, proxy);
  const { status } = await stray.cdk("", "bootstrap", `aws://${plane.account.id}/us-east-1`);
  expect(status).toBe(1);
  expect(plane.calls).toEqual([]);
  expect(proxy.asked).toContain("sts.ap-northeast-1.amazonaws.com:443");
  stray.leave();
  await Promise.all([plane.close(), proxy.close()]);
});

test("a resource whose deletion protection is on goes with no stack", () => {
  const account = new Account();
  const pool = { Type: "AWS::Cognito::UserPool", Properties: { DeletionProtection: "ACTIVE" } };
  const stack = deploy(account, { Resources: { One: pool } });
  deleteStack(account, stack);
  expect(stack).toMatchObject({ status: "DELETE_FAILED", reason: expect.stringContaining("[One]") });
});
