import { Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** `Portal-prod` for a construct in any stack of that environment. */
export const portalNameOf = (construct: IConstruct): string =>
  Stack.of(construct).stackName.replace(/-(Edge|Data|Replica)$/, "");
