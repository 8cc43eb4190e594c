import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "../constructs/api.ts";
import { Schedule } from "../constructs/schedule.ts";
import type { DataStack } from "./data-stack.ts";
import type { EntranceStack } from "./entrance-stack.ts";

interface ApiStackProps extends StackProps {
  entrance: EntranceStack;
  data: DataStack;
}

/** The functions: what changes with every feature. */
export class ApiStack extends Stack {
  readonly api: Api;
  readonly schedule: Schedule;

  constructor(scope: Construct, id: string, { entrance, data, ...props }: ApiStackProps) {
    super(scope, id, props);
    const { auth, services } = data;
    this.api = new Api(this, "Api", { gateway: entrance.gateway, auth, services });
    this.schedule = new Schedule(this, "Schedule", { services });
    new CfnOutput(this, "DeadLettersUrl", { value: this.schedule.deadLetters.queueUrl });
  }
}
