/** GitHub's way into the account: a role is for one environment, and for what the workflow does with it. */
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test, vi } from "vitest";
import { createPipeline } from "#infra/app.ts";
import * as config from "#infra/config.ts";
import type { Name } from "#infra/environment.ts";
import { resourcesOf, type Statement } from "./support/resources.ts";

/** Without the validation that every `cdk synth` runs: it loads for five seconds. */
const newApp = () =>
  new App({
    builtinCloudFormationValidation: false,
    context: { "aws:cdk:enable-path-metadata": true },
  });
const template = Template.fromStack(createPipeline(newApp(), "example/portal", undefined));
const roles = new Map(
  resourcesOf(template, "AWS::IAM::Role").map(({ path, properties }) => [
    path.split("/")[0] ?? "",
    properties,
  ]),
);
const statementsOf = (name: string): Statement[] =>
  roles.get(name)?.Policies[0].PolicyDocument.Statement ?? [];
const actionsOf = (name: string) => statementsOf(name).flatMap(({ Action }) => Action);
const names = ["dev", "dev-diff", "stg", "stg-diff", "prod", "prod-diff"];

test("each environment has a role that deploys and one that compares", () => {
  expect([...roles.keys()]).toEqual(expect.arrayContaining(names));
  expect(roles.size).toBe(names.length);
});

test.each(names)("%s is for that environment of that repository only, without a stored key", (name) => {
  const { Statement: trust } = roles.get(name)?.AssumeRolePolicyDocument ?? {};
  expect(trust).toEqual([
    {
      Action: "sts:AssumeRoleWithWebIdentity",
      Effect: "Allow",
      Principal: { Federated: expect.anything() },
      Condition: {
        StringEquals: {
          "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
          "token.actions.githubusercontent.com:sub": `repo:example/portal:environment:${name}`,
        },
      },
    },
  ]);
  expect(JSON.stringify(template.toJSON())).not.toMatch(/AccessKey|IAM::User/);
});

test("a repository with ids in its tokens is trusted by them alone", () => {
  const stack = createPipeline(newApp(), "example@12/portal@345", undefined);
  const subjects = JSON.stringify(Template.fromStack(stack).toJSON()).match(/repo:[^"]+/g);
  expect(new Set(subjects)).toEqual(
    new Set(names.map((name) => `repo:example@12/portal@345:environment:${name}`)),
  );
});

test("an account that has GitHub as an identity provider keeps the one that it has", () => {
  const existing = Template.fromStack(createPipeline(newApp(), "example/portal", "123456789012", "existing"));
  expect(existing.findResources("AWS::IAM::OIDCProvider")).toEqual({});
  const principals = JSON.stringify(existing.findResources("AWS::IAM::Role")).match(/"Federated":"[^"]+"/g);
  expect(new Set(principals)).toEqual(
    new Set(['"Federated":"arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com"']),
  );
});

test.each([
  "portal",
  "",
  "https://github.com/example/portal",
  "example@12/portal",
  "example/portal@345",
  "a/b/c",
  "*/portal",
])("%j is refused", (repository) => {
  expect(() => createPipeline(newApp(), repository, undefined)).toThrow(/owner@id\/name@id/);
});

/** The environments that GitHub is let in for, with these accounts in the settings. */
function environmentsIn(account: string, accounts: Partial<Record<Name, string>>): string[] {
  const { settingsOf } = config;
  const settingsSpy = vi.spyOn(config, "settingsOf").mockImplementation((name) => {
    const settings = settingsOf(name);
    const own = accounts[settings.name];
    return own === undefined ? settings : { ...settings, account: own };
  });
  try {
    const stack = createPipeline(newApp(), "example/portal", account);
    const outputs = Object.keys(Template.fromStack(stack).findOutputs("*"));
    return outputs.flatMap((name) => /^(.+)DiffRoleArn$/.exec(name)?.[1]?.toLowerCase() ?? []);
  } finally {
    settingsSpy.mockRestore();
  }
}

const [others, prods] = ["111111111111", "222222222222"];
test.each([
  [others, { prod: prods }, ["dev", "stg"]],
  [prods, { dev: others, stg: others, prod: prods }, ["prod"]],
  [others, {}, ["dev", "stg"]],
])("in %s, with the accounts %o, there are roles for %j", (account, accounts, environments) => {
  expect(environmentsIn(account, accounts)).toEqual(environments);
});

test("prod shares its account with no other environment", () => {
  expect(() => environmentsIn(prods, { dev: prods, prod: prods })).toThrow(
    "dev is in the account of prod, whose deployments nobody would approve",
  );
});

test("the diff role reads the templates of its environment, nested ones too", () => {
  expect(actionsOf("prod-diff")).toEqual(["cloudformation:GetTemplate", "cloudformation:ListStackResources"]);
  const text = JSON.stringify(statementsOf("prod-diff"));
  expect(text.match(/:stack\/[\w*-]+\/\*/g)).toEqual([
    ":stack/Portal-prod-Edge/*",
    ":stack/Portal-prod-Data/*",
    ":stack/Portal-prod/*",
    ":stack/Portal-prod-*/*",
    ":stack/Portal-prod/*",
  ]);
});

test("a replica's region is one more that the roles deploy to", () => {
  const { settingsOf } = config;
  const backups = { keyReplicaRegion: "ap-northeast-3" };
  const settingsSpy = vi.spyOn(config, "settingsOf").mockImplementation((name) => ({
    ...settingsOf(name),
    ...(name === "prod" && { backups }),
  }));
  const stack = createPipeline(newApp(), "example/portal", undefined);
  settingsSpy.mockRestore();
  const text = JSON.stringify(Template.fromStack(stack));
  // To look up, deploy and publish for the deployment; the template for the comparison.
  expect(text.match(/role-[^"]*-ap-northeast-3|-ap-northeast-3"/g)).toHaveLength(3);
  expect(text.match(/:ap-northeast-3:/g)).toHaveLength(1);
});

test("a deployment may delete versions and old deployments, no function or live file", () => {
  const resourceOf = (action: string) =>
    JSON.stringify(statementsOf("prod").find(({ Action }) => Action === action)?.Resource);
  expect(resourceOf("lambda:DeleteFunction")).toMatch(/:function:Portal-prod-\*:\*"/);
  expect(resourceOf("s3:DeleteObject")).toMatch(/website\*\/deployments\/\*"$/);
});

test("a deployment reads what preflight compares, and no customer's row", () => {
  expect(actionsOf("prod")).toContain("cognito-idp:GetUserPoolMfaConfig");
  const ofTable = statementsOf("prod").filter(({ Action }) => JSON.stringify(Action).includes("dynamodb:"));
  expect(ofTable).toEqual([
    expect.objectContaining({ Resource: "*", Action: expect.arrayContaining(["dynamodb:DescribeTable"]) }),
    expect.objectContaining({
      Action: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      Condition: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["DEPLOYMENT"] },
        Null: { "dynamodb:LeadingKeys": "false" },
      },
    }),
  ]);
  expect(actionsOf("prod").filter((action) => action.startsWith("dynamodb:"))).toHaveLength(3);
  const described = statementsOf("prod").filter(({ Action }) =>
    [Action].flat().includes("cloudformation:DescribeStacks"),
  );
  expect(JSON.stringify(described)).toContain(":stack/Portal-prod-Edge/*");
});

test("every action that changes a resource names the environment; the others only read", () => {
  for (const { Action, Resource } of statementsOf("prod")) {
    const named = /Portal-prod|portal-prod|:role\/cdk-/;
    const isReading = [Action].flat().every((each) => /:(Describe|Get|List)/.test(each));
    for (const resource of [Resource].flat())
      expect(isReading || named.test(JSON.stringify(resource)), `${Action}`).toBe(true);
  }
  expect(actionsOf("prod")).toEqual(
    expect.arrayContaining(["lambda:InvokeFunction", "lambda:UpdateAlias", "s3:PutObject"]),
  );
});
