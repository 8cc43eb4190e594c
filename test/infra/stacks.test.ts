import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { complete, dev, portalApp } from "./support/portal.ts";

const { stacks } = portalApp(complete);
const names = Object.values(stacks).map(({ stackName }) => stackName);
const templates = Object.entries(stacks).map(
  ([part, stack]) => [part, Template.fromStack(stack).toJSON()] as const,
);

test("each part is a stack of its own", () => {
  expect(names).toEqual([
    "Portal-prod-Edge",
    "Portal-prod-Entrance",
    "Portal-prod-Data",
    "Portal-prod-Api",
    "Portal-prod-Site",
    "Portal-prod-Watch",
  ]);
});

test.each(templates)("%s holds no other stack fast: no export, no import", (_, template) => {
  const text = JSON.stringify(template);
  expect(text).not.toContain('"Fn::ImportValue"');
  expect(text).not.toContain('"Export"');
});

test("a CloudFormation that knows no Fn::GetStackOutput is given exports", () => {
  const strong = { "@aws-cdk/core:defaultCrossStackReferences": "strong" };
  for (const stack of Object.values(portalApp(dev, [], strong).stacks)) {
    expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain("Fn::GetStackOutput");
  }
});

test("they follow each other without a circle, the site last of what customers see", () => {
  const { app, stacks } = portalApp(dev);
  app.synth();
  const dependencies = Object.fromEntries(
    Object.entries(stacks).map(([part, stack]) => [
      part,
      stack.dependencies.map(({ stackName }) => stackName.replace("Portal-dev-", "")).sort(),
    ]),
  );
  expect(dependencies).toEqual({
    edge: [],
    entrance: ["Edge"],
    data: ["Entrance"],
    api: ["Data", "Entrance"],
    site: ["Api", "Data", "Entrance"],
    watch: ["Api", "Entrance"],
  });
});

test("nobody deletes prod's data or addresses by one command", () => {
  const isProtected = (of: typeof stacks) =>
    Object.values(of)
      .filter(({ terminationProtection }) => terminationProtection)
      .map(({ stackName }) => stackName);
  expect(isProtected(stacks)).toEqual(["Portal-prod-Entrance", "Portal-prod-Data"]);
  expect(isProtected(portalApp(dev).stacks)).toEqual([]);
});

/** Losing one of these loses what customers have or the address at which they find us. */
const lasting = [
  "AWS::ApiGatewayV2::Api",
  "AWS::CloudFront::Distribution",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::DynamoDB::Table",
  "AWS::KMS::Key",
  "AWS::S3::Bucket",
  "AWS::SecretsManager::Secret",
];

/** A logical id that changes is a resource that is made anew: look twice before you accept it. */
test.each(templates)("what %s is made of", (_, template) => {
  const resources = Object.entries<{ Type: string }>(template.Resources);
  const counts: Record<string, number> = {};
  for (const [, { Type }] of resources) counts[Type] = (counts[Type] ?? 0) + 1;
  const ids = resources.filter(([, { Type }]) => lasting.includes(Type)).map(([id]) => id);
  expect({ counts, lasting: ids.sort() }).toMatchSnapshot();
});
