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
  expect(saved.map(({ Name }) => Name)).toEqual(Object.keys(logQueries).map((name) => `Portal-prod/${name}`));
  for (const name of Object.keys({ ...logQueries, ...firewallQueries }))
    expect(page).toContain(`\`${name}\``);
});

test("the firewall's query asks its log, where that is", () => {
  const edge = Template.fromStack(portalApp(complete).stacks.edge);
  const { properties } = onlyResource(edge, "AWS::Logs::QueryDefinition");
  expect(properties.Name).toBe(`Portal-prod/${Object.keys(firewallQueries)[0]}`);
  expect(properties.LogGroupNames).toEqual([{ Ref: onlyResource(edge, "AWS::Logs::LogGroup").id }]);
});

test("each asks every function's log and the API's, no more than CloudWatch takes", () => {
  const functionLogs = ourFunctions(template).map(({ properties }) => properties.LoggingConfig.LogGroup);
  const accessLog = resourcesOf(template, "AWS::Logs::LogGroup").find(({ path }) =>
    path.includes("AccessLog"),
  );
  expect(functionLogs.length).toBeGreaterThan(20);
  for (const { LogGroupNames, QueryString } of saved) {
    expect(LogGroupNames).toEqual(expect.arrayContaining([...functionLogs, { Ref: accessLog?.id }]));
    expect(LogGroupNames.length).toBeLessThanOrEqual(50);
    expect(QueryString).toMatch(/^(fields|filter) .+\n\| .+\n\| sort /);
  }
});
