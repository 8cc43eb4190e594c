import { type Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { IUserPool, IUserPoolClient } from "aws-cdk-lib/aws-cognito";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type MetricName, metricUnits } from "#shared/metrics.ts";
import type { Environment } from "../../environment.ts";
import { deployedName, type FunctionName } from "../../settings/functions.ts";
import { throttledRequests } from "../api/gateway.ts";
import { commonRules } from "../firewall/firewall.ts";
import { portalNameOf } from "../portal-name.ts";
import type { Database } from "../storage/database.ts";
import type { TableBackup } from "../storage/table-backup.ts";

export interface MetricSources {
  gateway: { httpApi: HttpApi };
  auth: { userPool: IUserPool; client: IUserPoolClient };
  data: { database: Database; tableBackup: TableBackup };
  deadLetters: Queue;
}

/** Every CloudWatch metric that alarms and the dashboard use, by its name there, for periods of that length. */
export function portalMetrics(
  scope: Construct,
  period: Duration,
  { gateway, auth, data, deadLetters }: MetricSources,
) {
  const portal = portalNameOf(scope);
  const metric = metricsIn(scope, period);
  const { api, lambda } = callMetrics(scope, period, gateway);
  const userPool = (name: string, statistic = "Sum") =>
    metric("AWS/Cognito", name, statistic, {
      UserPool: auth.userPool.userPoolId,
      UserPoolClient: auth.client.userPoolClientId,
    });
  const table = (name: string) =>
    metric("AWS/DynamoDB", name, "Sum", { TableName: data.database.table.tableName });

  return {
    ...rolloutMetrics(scope, period, gateway),
    api4xx: api("4xx", "Sum"),
    apiP95: api("Latency", "p95"),
    apiThrottled: metric(portal, throttledRequests, "Sum"),
    /** Their average is the share that succeeded. */
    signInsSucceeded: userPool("SignInSuccesses", "Average"),
    tokenRefreshesSucceeded: userPool("TokenRefreshSuccesses", "Average"),
    signInThrottled: userPool("SignInThrottles"),
    signUpThrottled: userPool("SignUpThrottles"),
    tokenRefreshThrottled: userPool("TokenRefreshThrottles"),
    tableReadThrottled: table("ReadThrottleEvents"),
    tableWriteThrottled: table("WriteThrottleEvents"),
    /** Of all functions of the account. */
    functionErrors: metric("AWS/Lambda", "Errors", "Sum"),
    /** Of all functions of the account: they share its concurrency. */
    throttles: metric("AWS/Lambda", "Throttles", "Sum"),
    deadLetters: metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", {
      QueueName: deadLetters.queueName,
    }),
    preSignUpErrors: lambda("pre-sign-up", "Errors"),
    /** Of all mail of the account in this region, as SES judges it. */
    mailBounces: metric("AWS/SES", "Reputation.BounceRate", "Average"),
    mailComplaints: metric("AWS/SES", "Reputation.ComplaintRate", "Average"),
    customMessageErrors: lambda("custom-message", "Errors"),
    reconcileErrors: lambda("reconcile", "Errors"),
    reconcileRuns: lambda("reconcile", "Invocations"),
    retentionErrors: lambda("retention", "Errors"),
    ...ownMetrics(scope, period),
  } satisfies Record<string, Metric>;
}

type OwnMetrics = { [Name in MetricName as Uncapitalize<Name>]: Metric };

/** The metrics of shared/metrics.ts: counts by their sum; ages, shares and `MailPaused` (0 or 1) by their maximum. */
function ownMetrics(scope: Construct, period: Duration): OwnMetrics {
  const metric = metricsIn(scope, period);
  const metrics = Object.entries(metricUnits).map(([name, unit]) => {
    const statistic = unit === "Count" && name !== "MailPaused" ? "Sum" : "Maximum";
    return [name.replace(/^./, (first) => first.toLowerCase()), metric(portalNameOf(scope), name, statistic)];
  });
  return Object.fromEntries(metrics);
}

/** Metrics of AWS Backup's jobs; none without `backups`. AWS Backup publishes no zeros. */
export function backupMetrics(
  scope: Construct,
  period: Duration,
  { vaultName, otherVaultName }: TableBackup,
): Record<string, Metric> {
  const jobs = (kind: "Backup" | "Copy", state: string, BackupVaultName: string) =>
    metricsIn(scope, period)("AWS/Backup", `NumberOf${kind}Jobs${state}`, "Sum", { BackupVaultName });
  return {
    ...(vaultName && {
      tableBackups: jobs("Backup", "Completed", vaultName),
      tableBackupsFailed: jobs("Backup", "Failed", vaultName),
      tableBackupsExpired: jobs("Backup", "Expired", vaultName),
    }),
    /** The vault of a copy's metrics is the one that it goes to. */
    ...(otherVaultName && {
      tableCopies: jobs("Copy", "Completed", otherVaultName),
      tableCopiesFailed: jobs("Copy", "Failed", otherVaultName),
    }),
  };
}

export const metricsIn =
  (scope: Construct, period: Duration) =>
  (namespace: string, metricName: string, statistic: string, dimensionsMap: Record<string, string> = {}) =>
    new Metric({ namespace, metricName, statistic, dimensionsMap, period, region: Stack.of(scope).region });

/** Of the API and of single functions, in all their versions. */
function callMetrics(scope: Construct, period: Duration, { httpApi }: MetricSources["gateway"]) {
  const metric = metricsIn(scope, period);
  const portal = portalNameOf(scope);
  return {
    api: (name: string, statistic: string) =>
      metric("AWS/ApiGateway", name, statistic, { ApiId: httpApi.apiId, Stage: "$default" }),
    lambda: (name: FunctionName, metricName: string) =>
      metric("AWS/Lambda", metricName, "Sum", { FunctionName: `${portal}-${deployedName(name)}` }),
  };
}

/** For the alarms that stop a deployment. User pool and table are missing: they wait for the functions' aliases. */
export function rolloutMetrics(scope: Construct, period: Duration, gateway: MetricSources["gateway"]) {
  const { api, lambda } = callMetrics(scope, period, gateway);
  return {
    api5xx: api("5xx", "Sum"),
    apiRequests: api("Count", "Sum"),
    postConfirmationErrors: lambda("post-confirmation", "Errors"),
    postAuthenticationErrors: lambda("post-authentication", "Errors"),
    canaryErrors: lambda("canary", "Errors"),
  };
}

export type PortalMetrics = ReturnType<typeof portalMetrics>;

/**
 * CloudFront publishes its metrics in us-east-1 only, and an alarm reads metrics of its own region only. The
 * distribution is created after the stack there, so the query covers every distribution of the account.
 */
export const edgeMetrics = (
  scope: Construct,
  period: Duration,
  { managedRuleVersions = {} }: Environment,
  certificateArn?: string,
): Record<string, IMetric> => ({
  ...(certificateArn !== undefined && {
    certificateDaysToExpiry: metricsIn(scope, period)("AWS/CertificateManager", "DaysToExpiry", "Minimum", {
      CertificateArn: certificateArn,
    }),
  }),
  cloudFront5xxRate: new MathExpression({
    expression: 'SELECT AVG("5xxErrorRate") FROM SCHEMA("AWS/CloudFront", DistributionId, "Region")',
    usingMetrics: {},
    period,
  }),
  blockedByCommonRules: metricsIn(scope, period)("AWS/WAFV2", "BlockedRequests", "Sum", {
    WebACL: Stack.of(scope).stackName,
    Rule: commonRules,
  }),
  ...Object.fromEntries(
    Object.entries(managedRuleVersions).map(([group, version]) => [
      `${group}DaysToExpiry`,
      new MathExpression({
        // AWS does not document the metric's `Region` for CloudFront: a query finds it by the others.
        expression: `SELECT MIN("DaysToExpiry") FROM "AWS/WAFV2" WHERE ManagedRuleGroup = '${group}' AND Version = '${version}'`,
        usingMetrics: {},
        period,
      }),
    ]),
  ),
});
