/** Alarms on the whole account, as plain data: events of CloudTrail that the CIS AWS Foundations Benchmark names. */
import type { AlarmSettings } from "./alarms.ts";

export const accountAlarms = {
  "root-used": { critical: true, metric: "rootUsed" },
  "key-disabled": { critical: true, metric: "keysDisabled" },
  "trail-changed": { critical: true, metric: "trailsChanged" },
  "policy-changed": { metric: "policiesChanged" },
} as const satisfies Record<string, AlarmSettings>;

const anyOf = (...names: string[]): string => names.map((name) => `($.eventName=${name})`).join(" || ");

/**
 * By metric: events of CloudTrail, as the CIS AWS Foundations Benchmark v1.4.0 names them (4.3, 4.4, 4.5 and 4.7).
 * Security Hub compares the patterns literally (CloudWatch.1, .4, .5 and .7).
 * https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html
 */
export const accountEvents = {
  RootUsed:
    '{$.userIdentity.type="Root" && $.userIdentity.invokedBy NOT EXISTS && $.eventType !="AwsServiceEvent"}',
  PoliciesChanged: `{($.eventSource=iam.amazonaws.com) && (${anyOf(
    "DeleteGroupPolicy",
    "DeleteRolePolicy",
    "DeleteUserPolicy",
    "PutGroupPolicy",
    "PutRolePolicy",
    "PutUserPolicy",
    "CreatePolicy",
    "DeletePolicy",
    "CreatePolicyVersion",
    "DeletePolicyVersion",
    "AttachRolePolicy",
    "DetachRolePolicy",
    "AttachUserPolicy",
    "DetachUserPolicy",
    "AttachGroupPolicy",
    "DetachGroupPolicy",
  )})}`,
  TrailsChanged: `{${anyOf("CreateTrail", "UpdateTrail", "DeleteTrail", "StartLogging", "StopLogging")}}`,
  KeysDisabled: `{($.eventSource=kms.amazonaws.com) && (${anyOf("DisableKey", "ScheduleKeyDeletion")})}`,
} as const;
