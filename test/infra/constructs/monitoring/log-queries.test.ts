import { readFileSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { firewallQueries, logKinds, logQueries } from "#infra/constructs/monitoring/log-queries.ts";
import { endpointFunctions, scheduledFunctions, userPoolTriggers } from "#infra/settings/functions.ts";
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
  const names = Object.keys(logKinds).flatMap((kind) =>
    Object.keys(logQueries).map((name) => `Portal-prod/${kind}/${name}`),
  );
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

/** Of CloudWatch's 50 log groups in a query. */
const most = 40;
const functionsOf: Record<keyof typeof logKinds, object> = {
  api: endpointFunctions,
  triggers: userPoolTriggers,
  jobs: scheduledFunctions,
};
const accessLog = resourcesOf(template, "AWS::Logs::LogGroup").find(({ path }) => path.includes("AccessLog"));
const logOf = new Map(
  ourFunctions(template).map(({ name, properties }) => [name, properties.LoggingConfig.LogGroup]),
);

test.each(Object.entries(functionsOf))(
  "queries of %s ask its logs only, with room for more",
  (kind, functions) => {
    const own = Object.keys(functions).map((name) => logOf.get(name));
    const expected = [...own, ...(kind === "api" ? [{ Ref: accessLog?.id }] : [])];
    const queries = saved.filter(({ Name }) => Name.startsWith(`Portal-prod/${kind}/`));
    expect(queries).toHaveLength(Object.keys(logQueries).length);
    for (const { LogGroupNames, QueryString } of queries) {
      expect(LogGroupNames).toHaveLength(expected.length);
      expect(LogGroupNames).toEqual(expect.arrayContaining(expected));
      expect(LogGroupNames.length).toBeLessThanOrEqual(most);
      expect(QueryString).toMatch(/^(fields|filter) .+\n\| .+\n\| sort /);
    }
  },
);
