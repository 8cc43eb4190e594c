import { Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** `Portal-prod` for a construct in any stack of that environment. */
export function portalNameOf(construct: IConstruct): string {
  const { nestedStackParent, stackName } = Stack.of(construct);
  if (nestedStackParent) return portalNameOf(nestedStackParent);
  return stackName.replace(/-(Edge|Data|Replica)$/, "");
}
