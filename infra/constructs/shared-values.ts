/**
 * What stacks tell those after them: values in Parameter Store. Nothing is held fast by that, and CloudFormation reads all
 * that a stack asks for in one go, anew at every deployment (docs/decisions/0012-six-stacks.md).
 */
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import { portalOf } from "../names.ts";

export type SharedValue =
  // Entrance
  | "site-url"
  | "site-bucket"
  | "api-id"
  | `origin-proof-${number}`
  // Data
  | "table-name"
  | "table-arn"
  | "download-bucket"
  | "download-bucket-arn"
  | "key-arn"
  | "user-pool-id"
  | "user-pool-arn"
  | "user-pool-client-id"
  | "stripe-secret"
  | "vonage-secret"
  | "canary-secret"
  // Api
  | "dead-letters";

export function share(scope: Construct, name: SharedValue, stringValue: string): void {
  new StringParameter(scope, `Shared-${name}`, { parameterName: parameterName(scope, name), stringValue });
}

/** In the stack of `scope`; the stack that shares it has to be deployed before. */
export const shared = (scope: Construct, name: SharedValue): string =>
  StringParameter.valueForStringParameter(scope, parameterName(scope, name));

/** `/Portal-prod/table-name` */
const parameterName = (scope: Construct, name: string): string => `/${portalOf(scope)}/${name}`;
