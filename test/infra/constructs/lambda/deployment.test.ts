/** Callers of a function use its alias, which a deployment and a rollback move. */
import { expect, test } from "vitest";
import { endpointFunctions, userPoolTriggers } from "#infra/settings/functions.ts";
import { aliasOf, functions, settings } from "#test/infra/support/deployed.ts";
import { templatesOf } from "#test/infra/support/merge-stacks.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete, dev } from "#test/infra/support/settings.ts";

const prod = synthesized(complete);
const atOnce = synthesized(dev);

test.each(settings)("%s is called by its alias, which has the version of this deployment", (name) => {
  const version = onlyResource(prod, "AWS::Lambda::Version", `/${name}/`);
  expect(aliasOf(name).properties).toEqual({
    Description: "v1.2.0",
    FunctionName: { Ref: functions.get(name)?.id },
    FunctionVersion: { "Fn::GetAtt": [version.id, "Version"] },
    Name: "live",
  });
  expect([version.DeletionPolicy, version.UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
});

test("callers outside of the stack may call a function only by its alias", () => {
  const aliases = resourcesOf(prod, "AWS::Lambda::Alias").map(({ id }) => id);
  const permissions = resourcesOf(prod, "AWS::Lambda::Permission");
  expect(permissions).toHaveLength(aliases.length);
  for (const { path, properties } of permissions)
    expect(aliases, path).toContain(properties.FunctionName.Ref);
});

test("prod moves a tenth of the calls for five minutes, and an alarm ends it for all", () => {
  const groups = resourcesOf(prod, "AWS::CodeDeploy::DeploymentGroup");
  const expected = [...Object.keys(endpointFunctions), ...Object.keys(userPoolTriggers)].sort();
  expect(groups.map(({ path }) => path.split("/").at(-3)).sort()).toEqual(expected);
  const alarm = resourcesOf(prod, "AWS::CloudWatch::Alarm").find(({ path }) =>
    path.startsWith("Deployment/"),
  );
  for (const { id, path, properties } of groups) {
    expect(properties, path).toMatchObject({
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarm?.id } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"],
      },
    });
    const shifted = Object.values<{ UpdatePolicy?: unknown }>(prod.toJSON().Resources).filter(
      ({ UpdatePolicy }) => JSON.stringify(UpdatePolicy)?.includes(`"${id}"`),
    );
    expect(shifted, path).toHaveLength(1);
  }
});

interface Resource {
  DependsOn?: string | string[];
}

/** The dependencies for which CloudFormation waits, including the references of the update policy. */
function dependenciesOf(resource: Resource): string[] {
  const { DependsOn = [], ...rest } = resource;
  const text = JSON.stringify(rest);
  const references = [...text.matchAll(/"Ref":"(\w+)"|"Fn::GetAtt":\["(\w+)"/g)].map(
    ([, id, of]) => id ?? of ?? "",
  );
  return [...references, ...[DependsOn].flat()];
}

const templates = templatesOf([portalApp(complete).stacks.portal]);

test.each([...templates])(
  "no resource of %s waits for itself, no nested stack either",
  (_, { Resources }) => {
    const resources = Resources as Record<string, Resource>;
    const left = new Map(Object.entries(resources).map(([id, each]) => [id, new Set(dependenciesOf(each))]));
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const [id, waitsFor] of left) if (![...waitsFor].some((each) => left.has(each))) left.delete(id);
    }
    expect([...left.keys()]).toEqual([]);
  },
);

test("dev moves all calls at once, with nothing of CodeDeploy's", () => {
  expect(resourcesOf(atOnce, "AWS::Lambda::Alias")).toHaveLength(settings.length);
  expect(JSON.stringify(atOnce.toJSON())).not.toMatch(/CodeDeploy|UpdatePolicy/);
});
