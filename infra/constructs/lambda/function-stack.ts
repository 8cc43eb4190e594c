import { NestedStack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Boundary } from "../../settings/functions.ts";
import { Log } from "../log.ts";

/**
 * The functions of one trust boundary, in a nested stack with a log for all of them.
 * docs/decisions/0012-three-stacks.md has the reasons.
 */
export class FunctionStack extends NestedStack {
  readonly log: Log;

  constructor(scope: Construct, boundary: Boundary) {
    super(scope, boundary, {
      description: `Telephony plugin portal: functions of the boundary "${boundary}"`,
    });
    this.log = functionLog(this, `${boundary}-logs`);
  }
}

export const functionLog = (scope: Construct, id: string): Log =>
  new Log(scope, id, { holds: "ids and counts only" });
