import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Alarms } from "../constructs/alarms.ts";
import { Overview } from "../constructs/overview.ts";
import type { ApiStack } from "./api-stack.ts";
import type { EntranceStack } from "./entrance-stack.ts";

interface WatchStackProps extends StackProps {
  environment: Environment;
  entrance: EntranceStack;
  api: ApiStack;
}

/** What looks at the rest: alarms and the dashboard. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { environment, entrance, api, ...props }: WatchStackProps) {
    super(scope, id, props);
    const watched = {
      apiId: entrance.gateway.apiId,
      deadLettersName: api.schedule.deadLetters.queueName,
    };
    new Alarms(this, "Alarms", {
      watched,
      smsDailyCap: environment.smsDailyCap,
      email: environment.alarmEmail,
    });
    new Overview(this, "Overview", { watched });
  }
}
