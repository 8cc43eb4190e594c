import type { Duration } from "aws-cdk-lib";
import { Construct, type IDependable } from "constructs";
import type { Environment } from "../../environment.ts";
import { accountAlarms } from "../../settings/account-alarms.ts";
import { portalAlarms } from "../../settings/alarms.ts";
import { AccountEvents, accountMetrics } from "./account-events.ts";
import { Alarms } from "./alarms.ts";
import { Dashboard } from "./dashboard.ts";
import { LogQueries, logQueries, queriedParts } from "./log-queries.ts";
import { backupMetrics, type MetricSources, portalMetrics } from "./metrics.ts";

/** Alarms and dashboard over the metrics of the portal's region, and queries over its logs. */
export class Monitoring extends Construct {
  /** ARNs of the topics of both regions, whose subscriptions the canary reads. None without an address for alarms. */
  readonly alarmTopics: readonly string[];
  private readonly environment: Environment;
  private readonly alarms: Alarms;

  constructor(scope: Construct, id: string, environment: Environment, edgeTopicArn: string | undefined) {
    super(scope, id);
    this.environment = environment;
    this.alarms = new Alarms(this, "Alarms", environment);
    this.alarmTopics = [this.alarms.topicArn, edgeTopicArn].filter((arn) => arn !== undefined);
  }

  /** Called last: the queries name every log. The alarms are created after `site`. */
  monitor(sources: MetricSources, site: IDependable): void {
    const { environment } = this;
    const portal = (period: Duration) => portalMetrics(this, period, sources);
    const backups = (period: Duration) => backupMetrics(this, period, sources.data.tableBackup);
    const metrics = (period: Duration) => ({
      ...portal(period),
      ...backups(period),
      ...accountMetrics(this, period),
    });
    new AccountEvents(this, "AccountEvents", environment);
    const settings = { ...portalAlarms(environment), ...(environment.accountAlarms && accountAlarms) };
    for (const alarm of this.alarms.add(settings, metrics)) alarm.node.addDependency(site);
    new LogQueries(this, "LogQueries", logQueries, queriedParts);
    new Dashboard(this, "Dashboard", { metrics: portal, backups });
  }
}
