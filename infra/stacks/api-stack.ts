import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Api } from "../constructs/api.ts";
import { sharedServices } from "../constructs/backing-services.ts";
import { Schedule } from "../constructs/schedule.ts";
import { share } from "../constructs/shared-values.ts";

/** The functions: what changes with every feature. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { environment, ...props }: StackProps & { environment: Environment },
  ) {
    super(scope, id, props);
    const services = sharedServices(this, environment);
    new Api(this, "Api", { services });
    const { deadLetters } = new Schedule(this, "Schedule", { services });
    share(this, "dead-letters", deadLetters.queueName);
    new CfnOutput(this, "DeadLettersUrl", { value: deadLetters.queueUrl });
  }
}
