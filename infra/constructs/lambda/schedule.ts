import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Schedule as Rate, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as Target } from "aws-cdk-lib/aws-events-targets";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { FunctionSettings, Timing } from "../../settings/function-settings.ts";
import { scheduledFunctions } from "../../settings/functions.ts";
import { acknowledge } from "../acknowledge.ts";
import type { BackingServices } from "./backing-services.ts";
import { PortalFunction } from "./portal-function.ts";

/** The functions that EventBridge invokes at a fixed rate. */
export class Schedule extends Construct {
  /** Events of runs that could not start or failed at every attempt. */
  readonly deadLetters = new Queue(this, "DeadLetters", {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: RemovalPolicy.DESTROY,
  });

  constructor(scope: Construct, id: string, services: BackingServices) {
    super(scope, id);
    acknowledge(this.deadLetters, "this is the dead-letter queue", "Serverless-SQSRedrivePolicy");
    const functions = Object.entries(scheduledFunctions);
    // A rule for each rate: CloudFormation counts resources.
    for (const [minutes, ofRate] of Map.groupBy(functions, ([, { everyMinutes }]) => everyMinutes)) {
      const rule = new Rule(this, `every-${minutes}-minutes`, {
        schedule: Rate.rate(Duration.minutes(minutes)),
      });
      for (const [name, settings] of ofRate) rule.addTarget(this.newTarget(name, settings, services));
      if (ofRate.some(([, { isRepeated }]) => !isRepeated))
        acknowledge(rule, "the next run replaces a failed one of the canary", "Serverless-EventBusDLQ");
    }
  }

  private newTarget(name: string, settings: FunctionSettings & Timing, services: BackingServices): Target {
    const { deadLetters } = this;
    const { everyMinutes, isRepeated } = settings;
    const { live } = new PortalFunction(this, name, {
      settings,
      services,
      onFailure: isRepeated ? deadLetters : "forget",
    });
    return new Target(live, {
      // Expires when the next run is due.
      maxEventAge: Duration.minutes(everyMinutes),
      retryAttempts: isRepeated ? 2 : 0,
      ...(isRepeated && { deadLetterQueue: deadLetters }),
    });
  }
}
