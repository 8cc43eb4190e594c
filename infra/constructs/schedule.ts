import { Duration } from "aws-cdk-lib";
import { Schedule as Rate, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { scheduledFunctions } from "../settings/functions.ts";
import type { BackingServices } from "./backing-services.ts";
import { PortalFunction } from "./portal-function.ts";

interface ScheduleProps {
  services: BackingServices;
}

/** The functions that run on a clock. */
export class Schedule extends Construct {
  constructor(scope: Construct, id: string, { services }: ScheduleProps) {
    super(scope, id);
    for (const [name, settings] of Object.entries(scheduledFunctions)) {
      const { lambda } = new PortalFunction(this, name, { settings, services });
      const interval = Duration.minutes(settings.everyMinutes);
      new Rule(this, `${name}-rule`, {
        schedule: Rate.rate(interval),
        // A run that could not start is not worth keeping once the next is due.
        targets: [new LambdaFunction(lambda, { maxEventAge: interval, retryAttempts: 2 })],
      });
    }
  }
}
