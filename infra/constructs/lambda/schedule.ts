import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Schedule as Rate, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as Target } from "aws-cdk-lib/aws-events-targets";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { namesOf, scheduledFunctions } from "../../settings/functions.ts";
import { acknowledge } from "../acknowledge.ts";
import type { BackingServices } from "./backing-services.ts";
import { FunctionStack } from "./function-stack.ts";
import { PortalFunction } from "./portal-function.ts";

type JobName = keyof typeof scheduledFunctions;

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
    const stack = new FunctionStack(this, "jobs");
    const rates = Map.groupBy(namesOf(scheduledFunctions), (name) => scheduledFunctions[name].everyMinutes);
    // One rule for each rate: a template has a limit of resources.
    for (const [minutes, names] of rates) {
      const rule = new Rule(stack, `every-${minutes}-minutes`, {
        schedule: Rate.rate(Duration.minutes(minutes)),
      });
      for (const name of names) rule.addTarget(this.newTarget(name, stack, services));
      if (names.some((name) => !scheduledFunctions[name].isRepeated))
        acknowledge(rule, "the next run replaces a failed one of the canary", "Serverless-EventBusDLQ");
    }
  }

  private newTarget(name: JobName, stack: FunctionStack, services: BackingServices): Target {
    const { deadLetters } = this;
    const settings = scheduledFunctions[name];
    const { everyMinutes, isRepeated } = settings;
    const { live } = new PortalFunction(stack, name, {
      settings,
      services,
      log: stack.log,
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
