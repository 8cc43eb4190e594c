import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { endpointFunctions, namesOf } from "#infra/settings/functions.ts";
import { templatesOf } from "./support/merge-stacks.ts";
import { portalApp } from "./support/portal.ts";
import { complete, dev } from "./support/settings.ts";

const { stacks } = portalApp(complete);
const names = Object.values(stacks).map(({ stackName }) => stackName);
const templates = [...templatesOf(Object.values(stacks))];

test("an environment is three stacks", () => {
  expect(names).toEqual(["Portal-prod-Edge", "Portal-prod-Data", "Portal-prod"]);
});

test("the portal stack is deployed after the others", () => {
  const { app, stacks } = portalApp(complete);
  app.synth();
  const { edge, data, portal } = stacks;
  expect([...edge.dependencies, ...data.dependencies]).toEqual([]);
  expect(portal.dependencies).toEqual(expect.arrayContaining([edge, data]));
});

test("the stack in us-east-1 says which region's portal it belongs to", () => {
  const { edge } = portalApp({ ...complete, region: "ap-northeast-3" }).stacks;
  expect(Template.fromStack(edge).toJSON().Outputs.PortalRegion).toEqual({ Value: "ap-northeast-3" });
});

test("in prod every stack has termination protection", () => {
  const protectedNames = (of: typeof stacks) =>
    Object.values(of)
      .filter(({ terminationProtection }) => terminationProtection)
      .map(({ stackName }) => stackName);
  expect(protectedNames(stacks)).toEqual(names);
  expect(protectedNames(portalApp(dev).stacks)).toEqual([]);
});

const portal = Template.fromStack(stacks.portal).toJSON();
const dependenciesOf = (id: string): string[] => [portal.Resources[id].DependsOn ?? []].flat();
const idsOf = (type: string) =>
  Object.keys(portal.Resources).filter((id) => portal.Resources[id].Type === type);

test("API Gateway is changed by one resource at a time, the stage last", () => {
  const routes = idsOf("AWS::ApiGatewayV2::Route");
  const isPrevious = (index: number) => dependenciesOf(routes[index] ?? "").includes(routes[index - 1] ?? "");
  expect(routes.map((_, index) => index === 0 || isPrevious(index))).not.toContain(false);
  const [stage = ""] = idsOf("AWS::ApiGatewayV2::Stage");
  expect(dependenciesOf(stage)).toContain(routes.at(-1));
});

test("the site follows the API, and the alarms follow the site", () => {
  const [stage] = idsOf("AWS::ApiGatewayV2::Stage");
  const documents = idsOf("Custom::CDKBucketDeployment").find((id) => id.includes("Documents")) ?? "";
  expect(dependenciesOf(documents)).toContain(stage);
  const alarms = idsOf("AWS::CloudWatch::Alarm").filter((id) => !id.startsWith("Deployment"));
  expect(alarms.length).toBeGreaterThan(30);
  for (const alarm of alarms) expect(dependenciesOf(alarm)).toContain(documents);
});

/** Replacing one of these loses customer data, the address of the portal, or the readers of its alarms, who confirmed. */
const retained = [
  "AWS::ApiGatewayV2::Api",
  "AWS::CloudFront::Distribution",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::DynamoDB::Table",
  "AWS::KMS::Key",
  "AWS::S3::Bucket",
  "AWS::SNS::Subscription",
  "AWS::SNS::Topic",
  "AWS::SecretsManager::Secret",
];

/** A changed logical id replaces the resource: look twice before you update the snapshot. */
test.each(templates)("resources of %s", (_, template) => {
  const resources = Object.entries(template.Resources);
  const counts: Record<string, number> = {};
  for (const [, { Type }] of resources) counts[Type] = (counts[Type] ?? 0) + 1;
  const ids = resources.filter(([, { Type }]) => retained.includes(Type)).map(([id]) => id);
  const hint = "Resources changed. On purpose: npm run test:unit -- -u test/infra/stacks";
  expect({ counts, retained: ids.sort() }, hint).toMatchSnapshot();
});

/** Half of the 500 resources, 200 parameters and 200 outputs that CloudFormation takes. */
const [mostResources, mostPassed] = [250, 100];

test.each(templates)("%s is at most half of what CloudFormation takes", (_, template) => {
  expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(mostResources);
  for (const passed of [template.Parameters, template.Outputs])
    expect(Object.keys(passed).length).toBeLessThanOrEqual(mostPassed);
});

/** The most resources of one route in each template, by the paths with its function's name. */
const costs = templates.map(([, { Resources }]) => {
  const paths = Object.values(Resources).map(({ Metadata }) => JSON.stringify(Metadata));
  const costOf = (name: string) => paths.filter((path) => new RegExp(`/${name}(-route)?/`).test(path)).length;
  return Math.max(...namesOf(endpointFunctions).map(costOf));
});

test("30 more routes fit: into the portal's stack, and into the nested ones together", () => {
  const rooms = templates.flatMap(([path, { Resources }], index) => {
    const cost = costs[index] ?? 0;
    return cost === 0
      ? []
      : [[path, Math.floor((mostResources - Object.keys(Resources).length) / cost)] as const];
  });
  const { "Portal-prod": portal, ...nested } = Object.fromEntries(rooms);
  expect(portal).toBeGreaterThanOrEqual(30);
  expect(Object.values(nested).reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(3 * 30);
});

test("no nested stack has data, an address or a topic", () => {
  const nested = templates.filter(([path]) => path.includes("/"));
  expect(nested).toHaveLength(4);
  for (const [path, { Resources }] of nested)
    expect(
      Object.values(Resources).filter(({ Type }) => retained.includes(Type)),
      path,
    ).toEqual([]);
});

test("every stack has the tags that split the bill and outlive it", () => {
  for (const stack of Object.values(stacks))
    expect(stack.tags.tagValues()).toEqual({ service: "telephony-portal", environment: "prod" });
});

test("an unused dev costs little: no firewall, copies, or alarms without a recipient", () => {
  const paidByTheMonth = /^AWS::(WAFv2::|CloudWatch::Alarm|Backup::)/;
  const typesIn = (of: typeof stacks) =>
    Object.values(of).flatMap((stack) =>
      Object.values<{ Type: string }>(Template.fromStack(stack).toJSON().Resources ?? {}).map(
        ({ Type }) => Type,
      ),
    );
  expect(typesIn(portalApp(dev).stacks).filter((type) => paidByTheMonth.test(type))).toEqual([]);
  expect(new Set(typesIn(stacks).filter((type) => paidByTheMonth.test(type))).size).toBeGreaterThan(2);
});

test.each([dev, complete])(
  "no stack of $name is without resources, which CloudFormation refuses",
  (environment) => {
    for (const stack of Object.values(portalApp(environment).stacks))
      expect(Object.keys(Template.fromStack(stack).toJSON().Resources ?? {}), stack.stackName).not.toEqual(
        [],
      );
  },
);
