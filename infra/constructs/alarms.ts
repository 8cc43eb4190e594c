import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm as CloudWatchAlarm,
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
import { acknowledge } from "../acknowledge.ts";
import { portalOf } from "../names.ts";
import { type Alarm, alarms } from "../settings/alarms.ts";
import { type Figures, figuresOver, type Watched } from "./figures.ts";

interface AlarmsProps {
  watched: Watched;
  smsDailyCap: number;
  email: string | undefined;
}

/** The alarms of infra/settings/alarms.ts; each tells one mailbox when it begins and when it is over. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { watched, smsDailyCap, email }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(this.topicFor(email));
    for (const [name, alarm] of Object.entries<Alarm>(alarms(smsDailyCap))) {
      const created = new CloudWatchAlarm(this, name, {
        alarmName: `${portalOf(this)}-${name}`,
        alarmDescription: `What it means and what to do: docs/operate.md, "${name}"`,
        metric: this.figureOf(alarm, watched),
        comparisonOperator: comparison[alarm.is],
        threshold: alarm.threshold,
        evaluationPeriods: alarm.times,
        treatMissingData: alarm.silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
      created.addAlarmAction(action);
      created.addOkAction(action);
    }
  }

  private figureOf({ figure, over }: Alarm, watched: Watched): IMetric {
    const period = Duration.minutes(over);
    const figures: Record<string, Figures[keyof Figures]> = figuresOver(period, this, watched);
    const own = figures[figure];
    if (own) return own;
    const usingMetrics = Object.fromEntries(
      Object.entries(figures).filter(([name]) => new RegExp(`\\b${name}\\b`).test(figure)),
    );
    return new MathExpression({ expression: figure, usingMetrics, period });
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
      "carries names of alarms and figures; CloudWatch may not use AWS's own key for it",
      "AwsSolutions-SNS2",
      "NIST.800.53.R5-SNSEncryptedKMS",
    );
    acknowledge(topic, "nobody could act on an alarm that no mailbox took", "Serverless-SNSRedrivePolicy");
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}

/** Of this account alone: CloudWatch speaks for everybody's. */
const alarmsOf = (scope: Construct): string =>
  Stack.of(scope).formatArn({
    service: "cloudwatch",
    resource: "alarm",
    resourceName: `${portalOf(scope)}-*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const comparison = {
  "at least": ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  "at most": ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
  below: ComparisonOperator.LESS_THAN_THRESHOLD,
} as const;
