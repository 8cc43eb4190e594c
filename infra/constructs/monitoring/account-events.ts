import type { Duration } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { accountEvents } from "../../settings/account-alarms.ts";
import { portalNameOf } from "../portal-name.ts";
import { metricsIn } from "./metrics.ts";

/** Counts events of the whole account in the log of its trail. */
export class AccountEvents extends Construct {
  constructor(scope: Construct, id: string, { accountAlarms }: Environment) {
    super(scope, id);
    if (!accountAlarms) return;
    const trail = LogGroup.fromLogGroupName(this, "Trail", accountAlarms.trailLogGroup);
    for (const [metricName, pattern] of Object.entries(accountEvents))
      trail.addMetricFilter(metricName, {
        filterPattern: FilterPattern.literal(pattern),
        metricNamespace: portalNameOf(this),
        metricName,
      });
  }
}

/** By the names in `accountAlarms`. */
export const accountMetrics = (scope: Construct, period: Duration): Record<string, Metric> =>
  Object.fromEntries(
    Object.keys(accountEvents).map((metricName) => [
      metricName.replace(/^./, (first) => first.toLowerCase()),
      metricsIn(scope, period)(portalNameOf(scope), metricName, "Sum"),
    ]),
  );
