import { Duration } from "aws-cdk-lib";
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  MathExpression,
  Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { sourceDimension } from "#shared/metrics.ts";
import { deployedName } from "../../settings/functions.ts";
import { providerFailures, routeDimension } from "../api/gateway.ts";
import { portalNameOf } from "../portal-name.ts";
import type { PortalMetrics } from "./metrics.ts";

interface DashboardProps {
  metrics: (period: Duration) => PortalMetrics;
  /** Empty without copies of the table. */
  backups: (period: Duration) => Record<string, Metric>;
}

/** Functions that can fulfil a payment. */
const fulfillingFunctions = ["stripe-webhook", "subscription", "checkout-session", "reconcile"] as const;

const half = 12;

/** Customers first, infrastructure below. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { metrics: metricsFor, backups }: DashboardProps) {
    super(scope, id);
    const period = Duration.minutes(15);
    const metrics = metricsFor(period);
    const namespace = portalNameOf(this);
    const graph = (title: string, ...names: (keyof PortalMetrics)[]) =>
      new GraphWidget({ title, width: half, left: names.map((name) => metrics[name].with({ label: name })) });
    const failuresByRoute = new MathExpression({
      expression: `SEARCH('{${namespace},${routeDimension}} MetricName="${providerFailures}"', 'Sum', ${period.toSeconds()})`,
      usingMetrics: {},
      label: "",
      period,
    });
    const fulfilments = fulfillingFunctions.map(
      (source) =>
        new Metric({
          namespace,
          metricName: "Fulfilments",
          dimensionsMap: { [sourceDimension]: deployedName(source) },
          statistic: "Sum",
          period,
          label: source,
        }),
    );
    const copies = Object.entries(backups(period)).map(([label, metric]) => metric.with({ label }));
    new CloudWatchDashboard(this, "Dashboard", {
      dashboardName: namespace,
      defaultInterval: Duration.days(7),
      widgets: [
        // docs/operate.md#first-minute explains this row.
        [
          graph("Portal: 5xx, failed functions, throttled", "api5xx", "functionErrors", "throttles"),
          new GraphWidget({
            title:
              "Providers: 502 and 503 by route (verify: Vonage; checkout, subscription, contract: Stripe; all: AWS)",
            width: half,
            left: [failuresByRoute],
          }),
        ],
        [
          graph("Cognito: share that succeeded", "signInsSucceeded", "tokenRefreshesSucceeded"),
          graph("SES: paused, bounces, complaints", "mailPaused", "mailBounces", "mailComplaints"),
        ],
        [
          graph(
            "Customers",
            "signUps",
            "signUpsRefused",
            "codeMails",
            "codesRefused",
            "loginIdMails",
            "loginIdsRefused",
            "checkouts",
            "fulfilments",
          ),
          graph("SMS codes", "smsSent", "smsVerified"),
        ],
        [
          new GraphWidget({ title: "Fulfilments by function", width: half, left: fulfilments }),
          graph("Age in seconds", "webhookAge", "outboxAge", "checkoutAge"),
          graph(
            "Seconds since everything was looked at",
            "accountsAge",
            "expiringCardsAge",
            "undeliveredEventsAge",
          ),
        ],
        [
          graph("Requests", "apiRequests", "api4xx", "api5xx", "webhooks"),
          graph("Latency p95 in milliseconds", "apiP95"),
        ],
        [
          graph(
            "Throttled",
            "apiThrottled",
            "signInThrottled",
            "signUpThrottled",
            "tokenRefreshThrottled",
            "tableReadThrottled",
            "tableWriteThrottled",
          ),
          graph("Mail: percent of the quota, paused", "mailQuotaUsed", "mailPaused"),
        ],
        [
          graph(
            "Failures",
            "throttles",
            "deadLetters",
            "tasksFailed",
            "tasksDeadLettered",
            "mailsDeadLettered",
            "signInsUnrecorded",
            "profilesWithoutAccount",
            "profilesMissing",
            "deletionsHeld",
            "unpreparedEmails",
            "providerChecksFailed",
            "alarmAddressesMissing",
          ),
          graph(
            "Payment problems",
            "unexpectedPayments",
            "paymentsLost",
            "refundsWaiting",
            "eventsWithoutObject",
          ),
        ],
        [
          graph(
            "Scheduled functions",
            "reconcileRuns",
            "reconcileErrors",
            "retentionErrors",
            "canaryErrors",
            "userExports",
          ),
          ...(copies.length > 0
            ? [new GraphWidget({ title: "Copies of the table", width: half, left: copies })]
            : []),
        ],
      ],
    });
  }
}
