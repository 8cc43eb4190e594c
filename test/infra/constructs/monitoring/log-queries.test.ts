import { readFileSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { firewallQueries, logQueries } from "#infra/constructs/monitoring/log-queries.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, ourFunctions, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const template = synthesized(complete);
const saved = resourcesOf(
  Template.fromStack(portalApp(complete).stacks.portal),
  "AWS::Logs::QueryDefinition",
).map(({ properties }) => properties);

test("every query is saved under the environment's name, and docs/operate.md names it", () => {
  const page = readFileSync(new URL("../../../../docs/operate.md", import.meta.url), "utf8");
  const names = Object.keys(logQueries).map((name) => `Portal-prod/${name}`);
  expect(saved.map(({ Name }) => Name).sort()).toEqual(names.sort());
  for (const name of Object.keys({ ...logQueries, ...firewallQueries }))
    expect(page).toContain(`\`${name}\``);
});

test("the firewall's query asks its log, where that is", () => {
  const edge = Template.fromStack(portalApp(complete).stacks.edge);
  const { properties } = onlyResource(edge, "AWS::Logs::QueryDefinition");
  expect(properties.Name).toBe(`Portal-prod/${Object.keys(firewallQueries)[0]}`);
  expect(properties.LogGroupNames).toEqual([{ Ref: onlyResource(edge, "AWS::Logs::LogGroup").id }]);
});

/** CloudWatch takes 50 log groups in a query. */
const most = 40;

test("each query asks the log of every function and of the API, with room for more", () => {
  const logs = [
    ...ourFunctions(template).map(({ properties }) => properties.LoggingConfig.LogGroup),
    { Ref: onlyResource(template, "AWS::Logs::LogGroup", "AccessLog").id },
  ];
  const expected = new Set(logs.map(({ Ref }) => Ref));
  const queries = resourcesOf(template, "AWS::Logs::QueryDefinition").filter(
    ({ properties }) => !(properties.Name.split("/")[1] in firewallQueries),
  );
  expect(queries).toHaveLength(Object.keys(logQueries).length);
  for (const { properties } of queries) {
    const asked: { Ref: string }[] = properties.LogGroupNames;
    expect(new Set(asked.map(({ Ref }) => Ref))).toEqual(expected);
    expect(asked.length).toBeLessThanOrEqual(most);
    expect(properties.QueryString).toMatch(/^(fields|filter) .+\n\| .+\n\| sort /);
  }
});
