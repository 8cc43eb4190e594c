import { type Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { MetricName } from "../../shared/metrics.ts";
import { portalOf } from "../names.ts";
import type { FunctionName } from "../settings/functions.ts";

export interface Watched {
  apiId: string;
  deadLettersName: string;
}

/** Every figure that alarms and dashboard speak of, by its name, each over `period`. */
export function figuresOver(period: Duration, scope: Construct, { apiId, deadLettersName }: Watched) {
  const portal = portalOf(scope);
  const { region } = Stack.of(scope);
  const metric = (namespace: string, metricName: string, statistic: string, dimensionsMap = {}) =>
    new Metric({ namespace, metricName, statistic, dimensionsMap, period, region });
  const ours = (name: MetricName, statistic = "Sum") => metric(portal, name, statistic);
  const ofApi = (name: string, statistic: string) =>
    metric("AWS/ApiGateway", name, statistic, { ApiId: apiId, Stage: "$default" });
  const ofFunction = (name: FunctionName, what: string) =>
    metric("AWS/Lambda", what, "Sum", { FunctionName: `${portal}-${name}` });

  return {
    api5xx: ofApi("5xx", "Sum"),
    api4xx: ofApi("4xx", "Sum"),
    apiRequests: ofApi("Count", "Sum"),
    apiP95: ofApi("Latency", "p95"),
    /** Of all functions of the account: they share one pool. */
    throttles: metric("AWS/Lambda", "Throttles", "Sum"),
    deadLetters: metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", {
      QueueName: deadLettersName,
    }),
    customMessageErrors: ofFunction("custom-message", "Errors"),
    reconcileErrors: ofFunction("reconcile", "Errors"),
    reconcileRuns: ofFunction("reconcile", "Invocations"),
    canaryErrors: ofFunction("canary", "Errors"),
    signUps: ours("SignUps"),
    smsSent: ours("SmsSent"),
    smsVerified: ours("SmsVerified"),
    checkouts: ours("Checkouts"),
    fulfilments: ours("Fulfilments"),
    secondSubscriptions: ours("SecondSubscriptions"),
    unsettled: ours("Unsettled"),
    webhooks: ours("Webhooks"),
    webhookAge: ours("WebhookAge", "Maximum"),
    outboxAge: ours("OutboxAge", "Maximum"),
    checkoutAge: ours("CheckoutAge", "Maximum"),
  } satisfies Record<string, Metric>;
}

export type Figures = ReturnType<typeof figuresOver>;
