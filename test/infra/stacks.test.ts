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

test("only the firewall's ARN is looked up in another stack, because it lies in another region", () => {
  const lookUps = templates.map(([part, template]) => [
    part,
    JSON.stringify(template).split("Fn::GetStackOutput").length - 1,
  ]);
  expect(Object.fromEntries(lookUps)).toEqual({ edge: 0, entrance: 1, data: 0, api: 0, site: 0, watch: 0 });
});

test("what is read is shared once, by a stack that is deployed before", () => {
  const sharedBy = new Map<unknown, string>();
  for (const [part, { Parameters = {}, Resources }] of templates) {
    for (const { Type, Default } of Object.values<{ Type: string; Default: unknown }>(Parameters)) {
      if (Type !== "AWS::SSM::Parameter::Value<String>" || String(Default).startsWith("/cdk-")) continue;
      expect(sharedBy.get(Default), `${part} reads ${Default}`).toBeDefined();
    }
    for (const { Type, Properties } of Object.values<{ Type: string; Properties: { Name: string } }>(
      Resources,
    )) {
      if (Type !== "AWS::SSM::Parameter") continue;
      expect(sharedBy.get(Properties.Name), Properties.Name).toBeUndefined();
      sharedBy.set(Properties.Name, part);
    }
  }
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
    api: ["Data"],
    site: ["Api"],
    watch: ["Api"],
  });
});

test("nobody takes prod down by one command", () => {
  const isProtected = (of: typeof stacks) =>
    Object.values(of)
      .filter(({ terminationProtection }) => terminationProtection)
      .map(({ stackName }) => stackName);
  expect(isProtected(stacks)).toEqual(names);
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
