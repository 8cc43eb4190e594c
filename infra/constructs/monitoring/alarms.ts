import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import type { AlarmSettings } from "../../settings/alarms.ts";
import { portalNameOf } from "../portal-name.ts";
import { AlarmTopic } from "./alarm-topic.ts";

interface AlarmsProps {
  environment: Environment;
  /** By name. */
  alarms: Record<string, AlarmSettings>;
  /** The metrics that the settings name, for periods of that length. */
  metrics: (period: Duration) => Record<string, IMetric>;
}

/** CloudWatch alarms. Each sends mail when it starts and when it ends. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { environment, alarms, metrics }: AlarmsProps) {
    super(scope, id);
    const { topic } = new AlarmTopic(this, "Topic", { email: environment.alarmEmail });
    // Without an address an alarm has no reader, and each metric under an alarm has its price.
    if (environment.alarmEmail === undefined) return;
    const action = new SnsAction(topic);
    for (const [name, settings] of Object.entries(alarms)) {
      const alarm = newAlarm(this, name, settings, metrics);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

/** An alarm without actions. */
export const newAlarm = (
  scope: Construct,
  name: string,
  settings: AlarmSettings,
  metrics: AlarmsProps["metrics"],
): Alarm =>
  new Alarm(scope, name, {
    alarmName: `${portalNameOf(scope)}-${name}`,
    alarmDescription: descriptionOf(name, settings),
    metric: metricOf(settings, metrics),
    comparisonOperator: comparisonOperators[settings.comparison],
    threshold: settings.threshold,
    evaluationPeriods: settings.evaluationPeriods,
    treatMissingData: settings.missingDataBreaches
      ? TreatMissingData.BREACHING
      : TreatMissingData.NOT_BREACHING,
  });

/** Stands in the mail that the alarm sends. */
const descriptionOf = (name: string, { runbook }: AlarmSettings): string =>
  `Meaning and what to do: docs/operate.md#${name}${runbook ? `, then docs/runbooks/${runbook}.md` : ""}`;

function metricOf({ metric, periodMinutes }: AlarmSettings, metrics: AlarmsProps["metrics"]): IMetric {
  const period = Duration.minutes(periodMinutes);
  const known = metrics(period);
  const named = known[metric];
  if (named) return named;
  const usingMetrics = Object.fromEntries(
    Object.entries(known).filter(([name]) => new RegExp(`\\b${name}\\b`).test(metric)),
  );
  return new MathExpression({ expression: metric, usingMetrics, period });
}

const comparisonOperators = {
  ">=": ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  "<=": ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
  "<": ComparisonOperator.LESS_THAN_THRESHOLD,
} as const;
