/** docs/cost.md against what the stacks of prod have. */
import { readFileSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { portalApp } from "#test/infra/support/portal.ts";
import { resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const page = readFileSync(new URL("../../docs/cost.md", import.meta.url), "utf8");
const templates = Object.values(portalApp(complete).stacks).map((stack) => Template.fromStack(stack));
const all = (type: string) => templates.flatMap((template) => resourcesOf(template, type));

const alarmSchema = z.object({
  Metrics: z.optional(z.array(z.object({ Expression: z.optional(z.string()) }))),
});
/** A query of CloudWatch's is one metric, other expressions are over metrics that stand beside them. */
const metricsOf = ({ Metrics }: z.output<typeof alarmSchema>): number =>
  Metrics?.filter(({ Expression }) => Expression === undefined || Expression.startsWith("SELECT")).length ??
  1;

test("the page has the numbers of web ACLs, rules, secrets, alarms and metrics", () => {
  const acls = all("AWS::WAFv2::WebACL").map(({ properties }) => properties.Rules.length);
  expect(page).toContain(`| web ACLs | ${acls.length} of 5, with ${acls.join(" and ")} rules of 1 |`);
  expect(page).toContain(`| secrets | ${all("AWS::SecretsManager::Secret").length} of 0.40:`);
  const alarms = all("AWS::CloudWatch::Alarm").map(({ properties }) => alarmSchema.parse(properties));
  const metrics = alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0);
  expect(page).toContain(`| alarms | ${metrics} metrics under ${alarms.length} alarms,`);
});

test("the parts of an idle month are its sum, which is what a month of prod costs", () => {
  const parts = page.split("| idle, a month | arithmetic | USD |")[1]?.split("\n\n")[0] ?? "";
  const prices = [...parts.matchAll(/\| ([\d.]+) \|$/gm)].map(([, usd]) => Number(usd));
  expect(prices.length).toBeGreaterThan(5);
  const sum = prices.reduce((total, usd) => total + usd, 0).toFixed(2);
  expect(page).toContain(`| idle, a month: prod; stg is 0.50 less | next table | ${sum} |`);
});
