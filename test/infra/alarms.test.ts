import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Alarm, alarms } from "../../infra/settings/alarms.ts";
import { comparedMetrics, metricUnits } from "../../shared/metrics.ts";
import { complete, synthesized } from "./support/portal.ts";
import { onlyResource, resourcesOf } from "./support/resources.ts";

const template = synthesized(complete);
const settings = Object.entries<Alarm>(alarms(complete.smsDailyCap));
const deployed = new Map(
  resourcesOf(template, "AWS::CloudWatch::Alarm").map(({ properties }) => [properties.AlarmName, properties]),
);
const topic = onlyResource(template, "AWS::SNS::Topic").id;

const operators = {
  "at least": "GreaterThanOrEqualToThreshold",
  "at most": "LessThanOrEqualToThreshold",
  below: "LessThanThreshold",
};

test.each(settings)("%s tells somebody, by the settings' threshold", (name, alarm) => {
  expect(deployed.get(`Portal-prod-${name}`)).toMatchObject({
    Threshold: alarm.threshold,
    ComparisonOperator: operators[alarm.is],
    EvaluationPeriods: alarm.times,
    TreatMissingData: alarm.silenceIsBad ? "breaching" : "notBreaching",
    AlarmActions: [{ Ref: topic }],
    OKActions: [{ Ref: topic }],
  });
});

test("there is no other alarm, and the mailbox of the settings is told", () => {
  expect(deployed.size).toBe(settings.length);
  const { properties } = onlyResource(template, "AWS::SNS::Subscription");
  expect(properties).toMatchObject({
    Protocol: "email",
    Endpoint: complete.alarmEmail,
    TopicArn: { Ref: topic },
  });
});

test("the topic takes its messages from this environment's alarms alone", () => {
  const { properties } = onlyResource(template, "AWS::SNS::TopicPolicy");
  expect(properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Condition: {
        ArnLike: {
          "aws:SourceArn": {
            "Fn::Join": [
              "",
              ["arn:aws:cloudwatch:ap-northeast-1:", { Ref: "AWS::AccountId" }, ":alarm:Portal-prod-*"],
            ],
          },
        },
      },
    }),
  );
});

const figure = z.object({ Namespace: z.string(), MetricName: z.string() });
const formula = z.object({
  Metrics: z.array(z.object({ MetricStat: z.optional(z.object({ Metric: figure })) })),
});

/** Namespace and name of every figure that an alarm looks at. */
function figuresOf(alarm: unknown): [string, string][] {
  const single = figure.safeParse(alarm);
  if (single.success) return [[single.data.Namespace, single.data.MetricName]];
  return formula
    .parse(alarm)
    .Metrics.flatMap(({ MetricStat }) => (MetricStat ? figuresOf(MetricStat.Metric) : []));
}

test.each(settings)("%s looks only at figures that there are", (name) => {
  const figures = figuresOf(deployed.get(`Portal-prod-${name}`));
  expect(figures.length).toBeGreaterThan(0);
  for (const [namespace, metric] of figures) {
    if (namespace.startsWith("Portal-")) expect(Object.keys(metricUnits)).toContain(metric);
    else expect(namespace).toMatch(/^AWS\/(ApiGateway|Lambda|SQS)$/);
  }
});

test.each(settings)("%s compares nothing that may never have been told", (name) => {
  const figures = figuresOf(deployed.get(`Portal-prod-${name}`));
  if (figures.length > 1)
    expect(comparedMetrics).toEqual(expect.arrayContaining(figures.map(([, metric]) => metric)));
});

test("every figure of ours is on the dashboard", () => {
  const { DashboardBody } = onlyResource(template, "AWS::CloudWatch::Dashboard").properties;
  for (const name of Object.keys(metricUnits)) expect(JSON.stringify(DashboardBody)).toContain(name);
});

test("whoever is woken by an alarm finds what it means and what to do", () => {
  const page = readFileSync(new URL("../../docs/operate.md", import.meta.url), "utf8");
  for (const [name] of settings) expect(page).toContain(`### ${name}\n`);
});
