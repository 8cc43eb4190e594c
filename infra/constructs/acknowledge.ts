import { Stack, Token, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import * as z from "zod/mini";

/** Suppresses cdk-nag rules for `construct` and its children, with the reason. The rules run in test/infra. */
export function acknowledge(construct: IConstruct, reason: string, ...rules: readonly string[]): void {
  for (const id of rules) Validations.of(construct).acknowledge({ id, reason });
}

/** Id of cdk-nag's finding for a statement on that resource, which has a wildcard. */
export const wildcard = (scope: IConstruct, resource: string): string =>
  `AwsSolutions-IAM5[Resource::${asText(Stack.of(scope).resolve(resource))}]`;

/** The same for every object of that bucket. */
export const everyObjectOf = (scope: IConstruct, bucketArn: string): string =>
  wildcard(scope, `${bucketArn}/*`);

const reference = z.strictObject({ Ref: z.string() });
const attribute = z.strictObject({ "Fn::GetAtt": z.array(z.string()) });
const join = z.strictObject({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) });

/** The text that cdk-nag uses for a token: `<LogicalId.Attribute>`. */
function asText(value: unknown): string {
  const found = {
    reference: reference.safeParse(value).data,
    attribute: attribute.safeParse(value).data,
    join: join.safeParse(value).data,
  };
  if (found.reference) return `<${found.reference.Ref}>`;
  if (found.attribute) return `<${found.attribute["Fn::GetAtt"].join(".")}>`;
  if (found.join) return found.join["Fn::Join"][1].map(asText).join(found.join["Fn::Join"][0]);
  return String(value);
}

/** The same for the CDK's asset bucket. */
export function everyAssetFor({ account, region }: Stack): string {
  const owner = Token.isUnresolved(account) ? "<AWS::AccountId>" : account;
  return `AwsSolutions-IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${owner}-${region}/*]`;
}
