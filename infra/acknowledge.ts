import { Stack, Token, Validations } from "aws-cdk-lib";
import { CfnBucket } from "aws-cdk-lib/aws-s3";
import type { IConstruct } from "constructs";

/** These rules of cdk-nag do not hold for what lies under `construct`, for that reason. The rules run in test/infra. */
export function acknowledge(construct: IConstruct, reason: string, ...rules: readonly string[]): void {
  for (const id of rules) Validations.of(construct).acknowledge({ id, reason });
}

/** What cdk-nag says of a statement on every object of that bucket. */
export function everyObjectOf(bucket: IConstruct): string {
  const { defaultChild } = bucket.node;
  if (!CfnBucket.isCfnBucket(defaultChild)) throw new Error("a bucket of ours is one of CloudFormation's");
  return `AwsSolutions-IAM5[Resource::<${Stack.of(bucket).getLogicalId(defaultChild)}.Arn>/*]`;
}

/** The same of the bucket into which CDK puts what it deploys. */
export function everyAssetFor({ account, region }: Stack): string {
  const owner = Token.isUnresolved(account) ? "<AWS::AccountId>" : account;
  return `AwsSolutions-IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${owner}-${region}/*]`;
}
