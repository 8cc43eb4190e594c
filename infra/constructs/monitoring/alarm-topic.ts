import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";
import { portalNameOf } from "../portal-name.ts";

interface AlarmTopicProps {
  /** Undefined to tell nobody: the topic costs nothing, and CloudFormation takes no stack without resources. */
  email: string | undefined;
}

/** Sends alarm notifications to one e-mail address. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id);
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
    this.topic = topic;
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
