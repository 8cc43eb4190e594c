import type { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { portalAlarms } from "../../settings/alarms.ts";
import { Alarms } from "./alarms.ts";
import { Dashboard } from "./dashboard.ts";
import { LogQueries, logKinds, logQueries } from "./log-queries.ts";
import { backupMetrics, type MetricSources, portalMetrics } from "./metrics.ts";

interface MonitoringProps extends MetricSources {
  environment: Environment;
}

/** Alarms and dashboard over the metrics of the portal's region, and queries over its logs. Created last: the queries name every log. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { environment, ...sources }: MonitoringProps) {
    super(scope, id);
    const portal = (period: Duration) => portalMetrics(this, period, sources);
    const backups = (period: Duration) => backupMetrics(this, period, sources.data.tableBackup);
    const metrics = (period: Duration) => ({ ...portal(period), ...backups(period) });
    new Alarms(this, "Alarms", { environment, alarms: portalAlarms(environment), metrics });
    for (const [kind, parts] of Object.entries(logKinds))
      new LogQueries(this, `LogQueries-${kind}`, logQueries, { kind, parts });
    new Dashboard(this, "Dashboard", { metrics: portal, backups });
  }
}
