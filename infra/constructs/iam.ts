import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, type RoleProps } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

export const allow = (
  actions: readonly string[],
  resources: string | readonly string[],
  conditions?: Record<string, unknown>,
) =>
  new PolicyStatement({
    actions: [...actions],
    resources: [resources].flat(),
    ...(conditions && { conditions }),
  });

/**
 * Confines a statement on the table to partitions. `ForAllValues` also holds for a request without a key: `Null`
 * refuses it.
 */
export const confinedTo = (partitions: readonly string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions },
  Null: { "dynamodb:LeadingKeys": "false" },
});

/** ARN of a resource in the account and region of the stack. */
export const arnOf = (
  scope: Construct,
  service: string,
  resource: string,
  resourceName: string,
  arnFormat = ArnFormat.SLASH_RESOURCE_NAME,
): string => Stack.of(scope).formatArn({ service, resource, resourceName, arnFormat });

/** ARN of a function, or with `name:alias` of an alias. */
export const functionArn = (scope: Construct, name: string): string =>
  arnOf(scope, "lambda", "function", name, ArnFormat.COLON_RESOURCE_NAME);

interface InlineRoleProps extends RoleProps {
  policyName: string;
  statements: PolicyStatement[];
}

/** A role whose permissions are one inline policy, which CloudFormation does not count as a resource. */
export class InlineRole extends Role {
  constructor(scope: Construct, id: string, { policyName, statements, ...props }: InlineRoleProps) {
    super(scope, id, { ...props, inlinePolicies: { [policyName]: new PolicyDocument({ statements }) } });
    acknowledge(this, "the policy belongs to this role only", "NIST.800.53.R5-IAMNoInlinePolicy");
  }
}
