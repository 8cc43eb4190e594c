import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Environment } from "../config.ts";
import { Alarms } from "../constructs/alarms.ts";
import { Overview } from "../constructs/overview.ts";
import { shared } from "../constructs/shared-values.ts";

/** What looks at the rest: alarms and the dashboard. */
export class WatchStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { environment, ...props }: StackProps & { environment: Environment },
  ) {
    super(scope, id, props);
    const watched = { apiId: shared(this, "api-id"), deadLettersName: shared(this, "dead-letters") };
    new Alarms(this, "Alarms", {
      watched,
      smsDailyCap: environment.smsDailyCap,
      email: environment.alarmEmail,
    });
    new Overview(this, "Overview", { watched });
  }
}
