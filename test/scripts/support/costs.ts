/** A small deployment and made-up measurements, for the arithmetic. */
import { inventoryOf } from "../../../scripts/bench/cost/inventory.ts";
import type { Measured, MeasuredAction } from "../../../scripts/bench/cost/usage.ts";

export const resources = (...list: readonly { Type: string; Properties?: object }[]) => ({
  Resources: Object.fromEntries(list.map((each, index) => [`R${index}`, each])),
});
const alarm = (Properties: object) => ({ Type: "AWS::CloudWatch::Alarm", Properties });
const metric = (Namespace: string, MetricName: string) => ({
  MetricStat: { Metric: { Namespace, MetricName } },
});

export const functions = [
  "post-user",
  "get-user",
  "download-file",
  "voice-provider-check",
  "checkout-session",
  "subscription",
  "stripe-webhook",
  "reconcile",
  "pre-sign-up",
  "custom-message",
  "post-confirmation",
];
const lambda = (name: string, MemorySize: number) => ({
  Type: "AWS::Lambda::Function",
  Properties: { FunctionName: `Portal-dev-${name}`, MemorySize },
});

const templates = [
  resources(
    { Type: "AWS::WAFv2::WebACL", Properties: { Rules: [{}, {}, {}] } },
    { Type: "AWS::SecretsManager::Secret" },
    { Type: "AWS::SecretsManager::Secret" },
    { Type: "AWS::KMS::Key" },
    { Type: "AWS::KMS::Alias" },
    { Type: "AWS::CloudWatch::Dashboard" },
    alarm({ Namespace: "AWS/Lambda", MetricName: "Errors" }),
    alarm({ Namespace: "Portal-dev", MetricName: "SmsSent" }),
    alarm({
      Metrics: [{ Expression: "a/b" }, metric("Portal-dev", "SmsSent"), metric("Portal-dev", "SmsVerified")],
    }),
  ),
  resources(
    {
      Type: "AWS::Lambda::Function",
      Properties: {
        FunctionName: "Portal-dev-verify",
        MemorySize: 512,
        TracingConfig: { Mode: "Active" },
        Environment: { Variables: { SMS_DAILY_CAP: "500" } },
      },
    },
    { Type: "AWS::Events::Rule", Properties: { ScheduleExpression: "rate(15 minutes)" } },
    { Type: "AWS::Events::Rule", Properties: { ScheduleExpression: "rate(1 hour)" } },
    { Type: "AWS::Logs::LogGroup", Properties: { RetentionInDays: 90 } },
    { Type: "AWS::ApiGatewayV2::Stage", Properties: { DefaultRouteSettings: { ThrottlingRateLimit: 50 } } },
    { Type: "AWS::ApiGatewayV2::Route" },
    {
      Type: "AWS::Cognito::UserPool",
      Properties: { EmailConfiguration: { EmailSendingAccount: "DEVELOPER" } },
    },
    { Type: "AWS::EC2::NatGateway" },
    ...functions.map((name) => lambda(name, 512)),
  ),
];
export const inventory = inventoryOf(templates);

export const action = (parts: Partial<MeasuredAction>): MeasuredAction => ({
  milliseconds: 10,
  reads: 1,
  writes: 0,
  calls: { dynamodb: 1 },
  ...parts,
});
export const measured: Measured = {
  actions: {
    "POST /api/verify send": action({ writes: 12, calls: { dynamodb: 3, vonage: 1 } }),
    "POST /api/verify check": action({ writes: 3, calls: { dynamodb: 4, vonage: 1 } }),
    "POST /api/user signup": action({ writes: 13, calls: { dynamodb: 3, kms: 1, ses: 1 } }),
    "GET /api/user": action({}),
    "GET /api/download/file": action({ reads: 2 }),
    "upgrade by card, paid": action({
      reads: 9,
      writes: 23,
      calls: { dynamodb: 15, stripe: 4, kms: 3, ses: 1 },
    }),
  },
  pages: { signUp: { files: 25, kilobytes: 170 }, menu: { files: 15, kilobytes: 140 } },
};
