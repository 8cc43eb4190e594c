import { ArnFormat, Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnTopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription, UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { type AlarmSettings, alarmDefaults, alarmName } from "../../settings/alarms.ts";
import { acknowledge } from "../acknowledge.ts";
import { arnOf } from "../iam.ts";
import { portalNameOf } from "../portal-name.ts";

/** The metrics that alarms name, for periods of that length. */
type Metrics = (period: Duration) => Record<string, IMetric>;

/** CloudWatch alarms of one region, and the topic that mails when one starts and when it ends. */
export class Alarms extends Construct {
  /** Undefined without an address. */
  readonly topicArn: string | undefined;
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { alarmEmail, alarmUrl }: Environment) {
    super(scope, id);
    // The topic costs nothing, and CloudFormation takes no stack without resources.
    const topic = newTopic(new Construct(this, "Topic"));
    if (alarmEmail === undefined) return;
    topic.addSubscription(new EmailSubscription(alarmEmail));
    if (alarmUrl !== undefined) topic.addSubscription(new UrlSubscription(alarmUrl));
    this.topic = topic;
    // Another stack reads this attribute; the construct's own property cannot be read across regions.
    const { defaultChild } = topic.node;
    if (defaultChild instanceof CfnTopic) this.topicArn = defaultChild.ref;
  }

  /** Creates the alarms; none without an address, because each costs money. */
  add(alarms: Record<string, AlarmSettings>, metrics: Metrics): Alarm[] {
    const { topic } = this;
    if (!topic) return [];
    const action = new SnsAction(topic);
    return Object.entries(alarms).map(([name, settings]) => {
      const alarm = newAlarm(this, name, settings, metrics);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
      return alarm;
    });
  }
}

function newTopic(scope: Construct): Topic {
  const topic = new Topic(scope, "Topic", { enforceSSL: true });
  // Only this environment's: CloudWatch publishes for the alarms of every account.
  const alarms = arnOf(
    scope,
    "cloudwatch",
    "alarm",
    `${portalNameOf(scope)}-*`,
    ArnFormat.COLON_RESOURCE_NAME,
  );
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { ArnLike: { "aws:SourceArn": alarms } },
    }),
  );
  acknowledge(
    topic,
    "messages hold names of alarms and metrics; CloudWatch cannot publish with the AWS managed key",
    "AwsSolutions-SNS2",
    "NIST.800.53.R5-SNSEncryptedKMS",
  );
  acknowledge(topic, "nobody reads a dead-letter queue of alarm mail", "Serverless-SNSRedrivePolicy");
  return topic;
}

/** An alarm without actions. */
export function newAlarm(scope: Construct, name: string, settings: AlarmSettings, metrics: Metrics): Alarm {
  const { metric, comparison, threshold, periodMinutes, evaluationPeriods, runbook, missingDataBreaches } = {
    ...alarmDefaults,
    ...settings,
  };
  return new Alarm(scope, name, {
    alarmName: `${portalNameOf(scope)}-${alarmName(name, settings)}`,
    // Part of the alarm's mail.
    alarmDescription: `Meaning and what to do: docs/operate.md#${name}${runbook ? `, then docs/runbooks/${runbook}.md` : ""}`,
    metric: metricOf(metric, Duration.minutes(periodMinutes), metrics),
    comparisonOperator: comparisonOperators[comparison],
    threshold,
    evaluationPeriods,
    treatMissingData: missingDataBreaches ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
}

function metricOf(metric: string, period: Duration, metrics: Metrics): IMetric {
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
  "<": ComparisonOperator.LESS_THAN_THRESHOLD,
} as const;
