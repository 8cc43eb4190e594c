import { RemovalPolicy } from "aws-cdk-lib";
import { LogGroup, type LogGroupProps, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

interface LogProps extends Pick<LogGroupProps, "logGroupName" | "removalPolicy"> {
  /** The contents, which need no key of their own. */
  holds: string;
}

/** A log group that keeps lines for three months. The deletion of its stack retains it. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, { holds, ...props }: LogProps) {
    super(scope, id, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...props,
    });
    acknowledge(
      this,
      `holds ${holds}; CloudWatch's own key encrypts it`,
      "NIST.800.53.R5-CloudWatchLogGroupEncrypted",
    );
  }
}
