import { existsSync, readFileSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { accountAlarms, accountEvents } from "#infra/settings/account-alarms.ts";
import {
  type AlarmSettings,
  alarmDefaults,
  alarmName,
  edgeAlarms,
  portalAlarms,
  rolloutAlarms,
} from "#infra/settings/alarms.ts";
import type { scheduledFunctions } from "#infra/settings/lambda/scheduled.ts";
import { comparedMetrics, metricUnits } from "#shared/metrics.ts";
import { alarmSchema, seriesOf } from "#test/infra/support/alarms.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete, dev } from "#test/infra/support/settings.ts";

const { stacks } = portalApp(complete);
const regions: [string, Template, Record<string, AlarmSettings>][] = [
  ["ap-northeast-1", Template.fromStack(stacks.portal), portalAlarms(complete)],
  ["us-east-1", Template.fromStack(stacks.edge), edgeAlarms(complete)],
];
const settings = regions.flatMap(([, template, alarms]) =>
  Object.entries(alarms).map(([name, alarm]) => [name, alarm, template] as const),
);
const alarmsIn = (template: Template) =>
  resourcesOf(template, "AWS::CloudWatch::Alarm").map(({ properties }) => properties);
const deployed = new Map(
  regions.flatMap(([, template]) => alarmsIn(template).map((alarm) => [alarm.AlarmName, alarm] as const)),
);

const operators = {
  ">=": "GreaterThanOrEqualToThreshold",
  "<": "LessThanThreshold",
};

test.each(settings)("%s sends mail at the threshold of the settings", (name, own, template) => {
  const alarm = { ...alarmDefaults, ...own };
  const topic = onlyResource(template, "AWS::SNS::Topic").id;
  expect(deployed.get(`Portal-prod-${alarmName(name, own)}`)).toMatchObject({
    Threshold: alarm.threshold,
    ComparisonOperator: operators[alarm.comparison],
    EvaluationPeriods: alarm.evaluationPeriods,
    TreatMissingData: alarm.missingDataBreaches ? "breaching" : "notBreaching",
    AlarmActions: [{ Ref: topic }],
    OKActions: [{ Ref: topic }],
  });
});

test.each(regions)(
  "%s: no other alarm, and the address in the settings is subscribed",
  (_, template, alarms) => {
    const withMail = alarmsIn(template).filter(({ AlarmActions }) => AlarmActions);
    expect(withMail).toHaveLength(Object.keys(alarms).length);
    const { properties } = onlyResource(template, "AWS::SNS::Subscription");
    expect(properties).toMatchObject({
      Protocol: "email",
      Endpoint: complete.alarmEmail,
      TopicArn: { Ref: onlyResource(template, "AWS::SNS::Topic").id },
    });
  },
);

const jobs = (name: string, BackupVaultName: unknown) =>
  expect.objectContaining({
    MetricName: `NumberOf${name}JobsCompleted`,
    Dimensions: [{ Name: "BackupVaultName", Value: BackupVaultName }],
    ComparisonOperator: "LessThanThreshold",
    TreatMissingData: "breaching",
  });

test("a copy of the table that does not reach its vault rings, where there are copies", () => {
  const copyTo = "arn:aws:backup:ap-northeast-3:210987654321:backup-vault:portal";
  const template = synthesized({ ...complete, backups: { copyTo } });
  const { id } = onlyResource(template, "AWS::Backup::BackupVault");
  expect(alarmsIn(template)).toEqual(
    expect.arrayContaining([
      jobs("Backup", { "Fn::GetAtt": [id, "BackupVaultName"] }),
      // AWS Backup counts a copy for the vault that it goes to.
      jobs("Copy", "portal"),
    ]),
  );
  const { DashboardBody } = onlyResource(template, "AWS::CloudWatch::Dashboard").properties;
  for (const state of ["BackupJobsFailed", "BackupJobsExpired", "CopyJobsFailed"])
    expect(JSON.stringify(DashboardBody)).toContain(`NumberOf${state}`);
  expect(Object.keys(portalAlarms({ ...complete, backups: { copyTo } }))).toContain("backup-copy-missing");
  expect(Object.keys(portalAlarms(dev)).filter((name) => name.startsWith("backup"))).toEqual([]);
});

test("a scheduled function that does not run rings, but for announcements", () => {
  const metricsOf: Record<keyof typeof scheduledFunctions, string | undefined> = {
    reconcile: "outboxAge",
    retention: "retentionErrors",
    "export-users": "userExports",
    canary: "canaryErrors",
    announce: undefined,
  };
  const ringing = Object.values<AlarmSettings>(portalAlarms(dev))
    .filter(({ missingDataBreaches }) => missingDataBreaches)
    .map(({ metric }) => metric);
  expect(ringing.sort()).toEqual(Object.values(metricsOf).filter(Boolean).sort());
});

test("an on-call service hears of every alarm besides", () => {
  const alarmUrl = "https://events.example.com/integration/1/enqueue";
  const other = portalApp({ ...complete, alarmUrl }).stacks;
  for (const stack of [other.portal, other.edge]) {
    const subscribed = resourcesOf(Template.fromStack(stack), "AWS::SNS::Subscription");
    expect(subscribed.map(({ properties }) => [properties.Protocol, properties.Endpoint])).toContainEqual([
      "https",
      alarmUrl,
    ]);
  }
});

test.each(regions)("%s: only this environment's alarms may publish to the topic", (region, template) => {
  const { properties } = onlyResource(template, "AWS::SNS::TopicPolicy");
  const parts = [`arn:aws:cloudwatch:${region}:`, { Ref: "AWS::AccountId" }, ":alarm:Portal-prod-*"];
  expect(properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Condition: { ArnLike: { "aws:SourceArn": { "Fn::Join": ["", parts] } } },
    }),
  );
});

test("the monthly budget notifies the address in the settings, of the forecast too", () => {
  const { properties } = onlyResource(Template.fromStack(stacks.edge), "AWS::Budgets::Budget");
  expect(properties.Budget).toMatchObject({
    BudgetType: "COST",
    TimeUnit: "MONTHLY",
    BudgetLimit: { Amount: complete.monthlyBudgetUsd, Unit: "USD" },
  });
  expect(properties.NotificationsWithSubscribers).toMatchObject([
    { Notification: { NotificationType: "ACTUAL", Threshold: 80 } },
    { Notification: { NotificationType: "FORECASTED", Threshold: 100 } },
  ]);
  for (const { Subscribers } of properties.NotificationsWithSubscribers) {
    expect(Subscribers).toEqual([{ SubscriptionType: "EMAIL", Address: complete.alarmEmail }]);
  }
});

test("CloudFront's failures are read where CloudFront publishes them", () => {
  expect(stacks.edge.region).toBe("us-east-1");
  expect(deployed.get("Portal-prod-critical-cloudfront-errors")?.Metrics).toEqual([
    {
      Expression: 'SELECT AVG("5xxErrorRate") FROM SCHEMA("AWS/CloudFront", DistributionId, "Region")',
      Id: "expr_1",
      Period: 300,
      ReturnData: true,
    },
  ]);
});

const expiryOf = (template: Template) =>
  alarmsIn(template).find(({ AlarmName }) => AlarmName === "Portal-prod-warning-certificate-expires");

test("the site's certificate rings 30 days before its end, whoever made it", () => {
  expect(expiryOf(Template.fromStack(stacks.edge))).toMatchObject({
    Namespace: "AWS/CertificateManager",
    MetricName: "DaysToExpiry",
    Dimensions: [{ Name: "CertificateArn", Value: complete.domain?.certificateArn }],
    Statistic: "Minimum",
    Threshold: 30,
    ComparisonOperator: "LessThanThreshold",
    // ACM counts twice a day, and an expired one no more.
    Period: 86_400,
    TreatMissingData: "breaching",
  });
  const hostedZones = [{ id: "Z1", name: "example.jp" }];
  const domain = { names: ["portal.example.jp"], hostedZones };
  const own = Template.fromStack(portalApp({ ...complete, domain }).stacks.edge);
  const { id } = onlyResource(own, "AWS::CertificateManager::Certificate");
  expect(expiryOf(own)?.Dimensions).toEqual([{ Name: "CertificateArn", Value: { Ref: id } }]);
  expect(Object.keys(edgeAlarms(dev))).not.toContain("certificate-expires");
});

test("events of the account ring by CIS's patterns, where a setting names their log", () => {
  const environment = { ...complete, accountAlarms: { trailLogGroup: "account-trail" } };
  const template = Template.fromStack(portalApp(environment).stacks.portal);
  const filters = resourcesOf(template, "AWS::Logs::MetricFilter")
    .map(({ properties }) => properties)
    .filter(({ LogGroupName }) => LogGroupName === "account-trail");
  const patterns = new Map<string, string>(
    filters.map((each) => [each.MetricTransformations[0].MetricName, each.FilterPattern]),
  );
  expect([...patterns.keys()].sort()).toEqual(Object.keys(accountEvents).sort());
  expect(patterns.get("RootUsed")).toBe(
    '{$.userIdentity.type="Root" && $.userIdentity.invokedBy NOT EXISTS && $.eventType !="AwsServiceEvent"}',
  );
  expect(patterns.get("TrailsChanged")).toBe(
    "{($.eventName=CreateTrail) || ($.eventName=UpdateTrail) || ($.eventName=DeleteTrail) || ($.eventName=StartLogging) || ($.eventName=StopLogging)}",
  );
  expect(patterns.get("KeysDisabled")).toBe(
    "{($.eventSource=kms.amazonaws.com) && (($.eventName=DisableKey) || ($.eventName=ScheduleKeyDeletion))}",
  );
  // Delete, put, attach and detach, each of a group, role and user; create and delete, each of a policy and a version.
  expect(patterns.get("PoliciesChanged")?.match(/eventName=\w+/g)).toHaveLength(16);
  expect(patterns.get("PoliciesChanged")).toMatch(/^\{\(\$\.eventSource=iam\.amazonaws\.com\) && \(.+\)\}$/);
  const topic = onlyResource(template, "AWS::SNS::Topic").id;
  const metrics = Object.entries<AlarmSettings>(accountAlarms).map(([name, settings]) => {
    const alarm = alarmsIn(template).find(
      (each) => each.AlarmName === `Portal-prod-${alarmName(name, settings)}`,
    );
    expect(alarm).toMatchObject({ Namespace: "Portal-prod", Statistic: "Sum", Threshold: 1 });
    expect(alarm?.AlarmActions).toEqual([{ Ref: topic }]);
    return alarm?.MetricName;
  });
  expect(metrics.sort()).toEqual(Object.keys(accountEvents).sort());
  expect(counted).not.toContain("RootUsed");
});

test("blocked requests are counted for this environment alone", () => {
  expect(deployed.get("Portal-prod-warning-firewall-blocks")).toMatchObject({
    Namespace: "AWS/WAFV2",
    Dimensions: [
      { Name: "Rule", Value: "AWSManagedRulesCommonRuleSet" },
      { Name: "WebACL", Value: "Portal-prod-Edge" },
    ],
  });
  const firewall = onlyResource(Template.fromStack(stacks.edge), "AWS::WAFv2::WebACL").properties;
  expect(firewall.VisibilityConfig.MetricName).toBe("Portal-prod-Edge");
});

/** CloudWatch's metric filters over logs. */
const counted = resourcesOf(Template.fromStack(stacks.portal), "AWS::Logs::MetricFilter").flatMap(
  ({ properties }) =>
    properties.MetricTransformations.map(({ MetricName }: { MetricName: string }) => MetricName),
);

test.each<[string, AlarmSettings]>(Object.entries(portalAlarms(complete)))(
  "%s reads only metrics that exist; of several, those that reconcile publishes",
  (name, own) => {
    const metrics = seriesOf(alarmSchema.parse(deployed.get(`Portal-prod-${alarmName(name, own)}`)));
    expect(metrics.length).toBeGreaterThan(0);
    // Of those that are compared reconcile publishes 0 at each run; Lambda publishes its own with every invocation.
    const ours = metrics.length > 1 ? comparedMetrics : [...Object.keys(metricUnits), ...counted];
    for (const { namespace, name: metricName } of metrics) {
      if (namespace.startsWith("Portal-")) expect(ours).toContain(metricName);
      else expect(namespace).toMatch(/^AWS\/(ApiGateway|Backup|Cognito|DynamoDB|Lambda|SES|SQS)$/);
    }
  },
);

test("every metric of ours is on the dashboard", () => {
  const { DashboardBody } = onlyResource(synthesized(complete), "AWS::CloudWatch::Dashboard").properties;
  for (const name of Object.keys(metricUnits)) expect(JSON.stringify(DashboardBody)).toContain(name);
});

test.each(settings)("the mail of %s says where to read on, on pages that exist", (name, own) => {
  const { runbook } = own;
  const description: string = deployed.get(`Portal-prod-${alarmName(name, own)}`)?.AlarmDescription;
  expect(description).toContain(`docs/operate.md#${name}`);
  const pages = [...description.matchAll(/docs\/[\w/-]+\.md/g)].map(([page]) => page);
  expect(pages).toHaveLength(runbook ? 2 : 1);
  for (const page of pages)
    expect(existsSync(new URL(`../../../../${page}`, import.meta.url)), page).toBe(true);
});

test("docs/operate.md explains every alarm", () => {
  const page = readFileSync(new URL("../../../../docs/operate.md", import.meta.url), "utf8");
  const names = [...settings.map(([name]) => name), ...Object.keys(rolloutAlarms)];
  const optional = [
    "backup-copy-missing",
    "common-rules-expire",
    "known-bad-inputs-expire",
    ...Object.keys(accountAlarms),
  ];
  for (const name of [...names, ...optional]) expect(page).toContain(`### ${name}\n`);
});
