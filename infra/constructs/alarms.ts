import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { type AlarmSettings, alarms } from "../settings/alarms.ts";
import { acknowledge } from "./acknowledge.ts";
import { type MetricSources, type PortalMetrics, portalMetrics } from "./metrics.ts";
import { portalNameOf } from "./portal-name.ts";

interface AlarmsProps extends MetricSources {
  environment: Environment;
}

/** The alarms of infra/settings/alarms.ts. Each sends mail when it starts and when it ends. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { environment, ...sources }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(this.topicFor(environment.alarmEmail));
    for (const [name, settings] of Object.entries<AlarmSettings>(alarms(environment.smsDailyCap))) {
      const alarm = new Alarm(this, name, {
        alarmName: `${portalNameOf(this)}-${name}`,
        alarmDescription: `Meaning and what to do: docs/operate.md, "${name}"`,
        metric: this.metricOf(settings, sources),
        comparisonOperator: comparisonOperators[settings.comparison],
        threshold: settings.threshold,
        evaluationPeriods: settings.evaluationPeriods,
        treatMissingData: settings.missingDataBreaches
          ? TreatMissingData.BREACHING
          : TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }

  private metricOf({ metric, periodMinutes }: AlarmSettings, sources: MetricSources): IMetric {
    const period = Duration.minutes(periodMinutes);
    const metrics: Record<string, PortalMetrics[keyof PortalMetrics]> = portalMetrics(this, period, sources);
    const named = metrics[metric];
    if (named) return named;
    const usingMetrics = Object.fromEntries(
      Object.entries(metrics).filter(([name]) => new RegExp(`\\b${name}\\b`).test(metric)),
    );
    return new MathExpression({ expression: metric, usingMetrics, period });
  }

  private topicFor(email: string | undefined): Topic {
    const topic = new Topic(this, "Topic", { enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { ArnLike: { "aws:SourceArn": alarmsOf(this) } },
      }),
    );
    acknowledge(
      topic,
      "messages hold names of alarms and metrics; CloudWatch cannot publish with the AWS managed key",
      "AwsSolutions-SNS2",
      "NIST.800.53.R5-SNSEncryptedKMS",
    );
    acknowledge(topic, "nobody reads a dead-letter queue of alarm mail", "Serverless-SNSRedrivePolicy");
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}

/** Only this environment's: CloudWatch publishes for the alarms of every account. */
const alarmsOf = (scope: Construct): string =>
  Stack.of(scope).formatArn({
    service: "cloudwatch",
    resource: "alarm",
    resourceName: `${portalNameOf(scope)}-*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const comparisonOperators = {
  ">=": ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  "<=": ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
  "<": ComparisonOperator.LESS_THAN_THRESHOLD,
} as const;
