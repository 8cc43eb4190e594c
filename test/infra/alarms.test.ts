import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type AlarmSettings, alarms } from "../../infra/settings/alarms.ts";
import { comparedMetrics, metricUnits } from "../../shared/metrics.ts";
import { complete, synthesized } from "./support/portal.ts";
import { onlyResource, resourcesOf } from "./support/resources.ts";

const template = synthesized(complete);
const settings = Object.entries<AlarmSettings>(alarms(complete.smsDailyCap));
const deployed = new Map(
  resourcesOf(template, "AWS::CloudWatch::Alarm").map(({ properties }) => [properties.AlarmName, properties]),
);
const topic = onlyResource(template, "AWS::SNS::Topic").id;

const operators = {
  ">=": "GreaterThanOrEqualToThreshold",
  "<=": "LessThanOrEqualToThreshold",
  "<": "LessThanThreshold",
};

test.each(settings)("%s sends mail at the threshold of the settings", (name, alarm) => {
  expect(deployed.get(`Portal-prod-${name}`)).toMatchObject({
    Threshold: alarm.threshold,
    ComparisonOperator: operators[alarm.comparison],
    EvaluationPeriods: alarm.evaluationPeriods,
    TreatMissingData: alarm.missingDataBreaches ? "breaching" : "notBreaching",
    AlarmActions: [{ Ref: topic }],
    OKActions: [{ Ref: topic }],
  });
});

test("there is no other alarm, and the address in the settings is subscribed", () => {
  expect(deployed.size).toBe(settings.length);
  const { properties } = onlyResource(template, "AWS::SNS::Subscription");
  expect(properties).toMatchObject({
    Protocol: "email",
    Endpoint: complete.alarmEmail,
    TopicArn: { Ref: topic },
  });
});

test("only this environment's alarms may publish to the topic", () => {
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

const metric = z.object({ Namespace: z.string(), MetricName: z.string() });
const metricMath = z.object({
  Metrics: z.array(z.object({ MetricStat: z.optional(z.object({ Metric: metric })) })),
});

/** Namespace and name of every metric that an alarm reads. */
function metricsOf(alarm: unknown): [string, string][] {
  const single = metric.safeParse(alarm);
  if (single.success) return [[single.data.Namespace, single.data.MetricName]];
  return metricMath
    .parse(alarm)
    .Metrics.flatMap(({ MetricStat }) => (MetricStat ? metricsOf(MetricStat.Metric) : []));
}

test.each(settings)("%s reads only metrics that exist", (name) => {
  const metrics = metricsOf(deployed.get(`Portal-prod-${name}`));
  expect(metrics.length).toBeGreaterThan(0);
  for (const [namespace, metricName] of metrics) {
    if (namespace.startsWith("Portal-")) expect(Object.keys(metricUnits)).toContain(metricName);
    else expect(namespace).toMatch(/^AWS\/(ApiGateway|Lambda|SQS)$/);
  }
});

test.each(settings)("%s compares only metrics that reconcile publishes as 0 at each run", (name) => {
  const metrics = metricsOf(deployed.get(`Portal-prod-${name}`));
  if (metrics.length > 1)
    expect(comparedMetrics).toEqual(expect.arrayContaining(metrics.map(([, metricName]) => metricName)));
});

test("every metric of ours is on the dashboard", () => {
  const { DashboardBody } = onlyResource(template, "AWS::CloudWatch::Dashboard").properties;
  for (const name of Object.keys(metricUnits)) expect(JSON.stringify(DashboardBody)).toContain(name);
});

test("docs/operate.md explains every alarm", () => {
  const page = readFileSync(new URL("../../docs/operate.md", import.meta.url), "utf8");
  for (const [name] of settings) expect(page).toContain(`### ${name}\n`);
});
