import { expect, test } from "vitest";
import { asText } from "#infra/constructs/acknowledge.ts";
import { deployedName, endpointFunctions, scheduledFunctions } from "#infra/settings/functions.ts";
import { originSecretHeader } from "#shared/headers.ts";
import {
  aliasOf,
  attribute,
  functionNamed,
  functions,
  ids,
  secrets,
  settings,
  template,
} from "#test/infra/support/deployed.ts";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, ourFunctions, resourcesOf } from "#test/infra/support/resources.ts";
import { dev, unusual } from "#test/infra/support/settings.ts";

test("every function of the settings is there, and no other", () => {
  expect([...functions.keys()].sort()).toEqual(settings.map(([name]) => name).sort());
});

test.each(settings)("%s runs on arm64 and Node 24, as long and as large as its settings say", (name, own) => {
  expect(functionNamed(name).properties).toMatchObject({
    Architectures: ["arm64"],
    Runtime: "nodejs24.x",
    Handler: "index.handler",
    Timeout: own.timeoutSeconds,
    MemorySize: own.memoryMb,
    LoggingConfig: { LogGroup: { Ref: expect.any(String) } },
    TracingConfig: { Mode: "Active" },
    FunctionName: `Portal-prod-${deployedName(name)}`,
  });
});

test("without tracing no function sends traces, nor may it", () => {
  const text = JSON.stringify(synthesized(unusual).toJSON());
  expect(text).not.toMatch(/"TracingConfig":\{"Mode":"Active"|xray:/);
});

const topics = resourcesOf(template, "AWS::SNS::Topic").map(({ id }) => id);
const values: Record<string, unknown> = {
  TABLE_NAME: { Ref: ids.table },
  DOWNLOAD_BUCKET: { Ref: ids.bucket },
  USER_EXPORT_BUCKET: { Ref: ids.userExports },
  KEY_ID: attribute(ids.key),
  MAIL_FROM: "電話連携プラグイン <no-reply@example.jp>",
  SITE_URL: "https://portal.example.jp",
  VONAGE_SECRET_ID: { Ref: secrets.vonage },
  STRIPE_SECRET_ID: { Ref: secrets.stripe },
  STRIPE_PRICE_ID: "price_1Standard",
  STANDARD_PRICE_YEN: "11000",
  TAX_RATE_PERCENT: "10",
  PRICE_INTERVAL: "month",
  SELLER_NAME: "株式会社サンプル電話",
  SELLER_LINES: "東京都千代田区千代田1-1\n電話 03-0000-0000",
  CONTACT_URL: "https://www.example.jp/contact",
  REGISTRATION_NUMBER: "T7000012050002",
  INVOICE_DAYS_UNTIL_DUE: "30",
  USER_POOL_ID: { Ref: ids.userPool },
  USER_POOL_CLIENT_ID: { Ref: onlyResource(template, "AWS::Cognito::UserPoolClient", "SiteClient").id },
  CANARY_CLIENT_ID: { Ref: onlyResource(template, "AWS::Cognito::UserPoolClient", "CanaryClient").id },
  CANARY_SECRET_ID: { Ref: secrets.canary },
  UNSUBSCRIBE_SECRET_ID: { Ref: secrets.unsubscribe },
  ORIGIN_SECRETS: { "Fn::Join": ["", expect.arrayContaining([expect.anything()])] },
  TAX_AGENCY_APPLICATION_ID: "K0000000000",
  SMS_ADDRESS_HOURLY_CAP: "10",
  SMS_DAILY_CAP: "50",
  DELETIONS_PER_RUN: "20",
  DELETIONS_PERCENT: "2",
  CODE_MAILS_PER_HOUR: "500",
  SIGN_UP_MAILS_PER_HOUR: "400",
  LOGIN_ID_ANSWER_MS: "2500",
  LOGIN_ID_MAILS_PER_HOUR: "100",
  ANNOUNCEMENT_MAIL_PERCENT: "50",
  APP_VERSION: "v1.2.0",
  // The portal's region and us-east-1.
  ALARM_TOPICS: { "Fn::Join": ["", [{ Ref: topics[1] }, " ", { Ref: topics[0] }]] },
  ALARM_ADDRESSES: "operations@example.jp",
};
/** Their absence is the setting: the real provider. */
const unsetInAws = ["STRIPE_API_URL", "VONAGE_API_URL", "TAX_AGENCY_URL"];

test.each(settings)("%s has exactly the environment of its settings", (name, { environment }) => {
  const expected = environment.filter((variable) => !unsetInAws.includes(variable));
  const variables = functionNamed(name).properties.Environment?.Variables ?? {};
  expect(variables).toEqual(Object.fromEntries(expected.map((variable) => [variable, values[variable]])));
});

test("functions with billed calls reserve concurrency where the quota allows it", () => {
  const shares = (among: ReturnType<typeof ourFunctions>) =>
    among.flatMap(({ name, properties }) =>
      properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[name, properties.ReservedConcurrentExecutions]],
    );
  expect(Object.fromEntries(shares([...functions.values()]))).toEqual({
    verify: 20,
    "voice-provider-check": 20,
  });
  expect(shares(ourFunctions(synthesized(dev)))).toEqual([]);
});

test("every log ends some day", () => {
  for (const { path, properties } of resourcesOf(template, "AWS::Logs::LogGroup")) {
    expect(properties.RetentionInDays, path).toBe(90);
  }
});

/** The rules that start the function, each with the target that is the function. */
const startsOf = (name: string) =>
  resourcesOf(template, "AWS::Events::Rule").flatMap(({ properties }) =>
    properties.Targets.filter(({ Arn }: { Arn: { Ref: string } }) => Arn.Ref === aliasOf(name).id).map(
      (target: { DeadLetterConfig?: unknown }) => ({ rule: properties, target }),
    ),
  );

test.each(Object.entries(scheduledFunctions))("%s is started by the clock", (name, { everyMinutes }) => {
  expect(startsOf(name).map(({ rule }) => rule)).toEqual([
    expect.objectContaining({
      ScheduleExpression: everyMinutes === 60 ? "rate(1 hour)" : `rate(${everyMinutes} minutes)`,
      State: "ENABLED",
    }),
  ]);
});

test("every rule with repeated runs may write to the dead-letter queue, said once", () => {
  const { Statement } = onlyResource(template, "AWS::SQS::QueuePolicy").properties.PolicyDocument;
  const sids = Statement.flatMap(({ Sid }: { Sid?: string }) => Sid ?? []);
  expect(new Set(sids).size).toBe(sids.length);
  const rates = Object.values(scheduledFunctions).flatMap(({ isRepeated, everyMinutes }) =>
    isRepeated ? [everyMinutes] : [],
  );
  expect(sids).toHaveLength(new Set(rates).size);
});

test("a failed run of reconcile is kept; one of the canary is not tried again", () => {
  const queue = attribute(ids.deadLetters);
  expect(startsOf("reconcile")[0].target).toMatchObject({ DeadLetterConfig: { Arn: queue } });
  expect(functionNamed("reconcile").properties.DeadLetterConfig).toEqual({ TargetArn: queue });
  expect(startsOf("canary")[0].target).toMatchObject({ RetryPolicy: { MaximumRetryAttempts: 0 } });
  expect(startsOf("canary")[0].target.DeadLetterConfig).toBeUndefined();
  expect(functionNamed("canary").properties.DeadLetterConfig).toBeUndefined();
  expect(onlyResource(template, "AWS::Lambda::EventInvokeConfig").properties).toMatchObject({
    FunctionName: { Ref: functionNamed("canary").id },
    Qualifier: { "Fn::Select": [7, { "Fn::Split": [":", { Ref: aliasOf("canary").id }] }] },
    MaximumRetryAttempts: 0,
  });
});

test.each([
  [1, [1, 2], dev],
  [2, [1, 2, 3], unusual],
])("CloudFront sends origin secret %i, and every endpoint accepts %j", (version, accepted, environment) => {
  const stack = synthesized(environment);
  const secrets = resourcesOf(stack, "AWS::SecretsManager::Secret").filter(({ path }) =>
    path.startsWith("OriginSecrets"),
  );
  expect(secrets.map(({ path }) => path)).toEqual(accepted.map((each) => `OriginSecrets/Version${each}`));
  const resolve = ({ id }: { id: string }) => `{{resolve:secretsmanager:<${id}>:SecretString:::}}`;
  for (const name of Object.keys(endpointFunctions)) {
    const found = ourFunctions(stack).find((each) => each.name === name);
    const { ORIGIN_SECRETS } = found?.properties.Environment.Variables ?? {};
    expect(asText(ORIGIN_SECRETS), name).toBe(secrets.map(resolve).join(" "));
  }
  const { Origins } = onlyResource(stack, "AWS::CloudFront::Distribution").properties.DistributionConfig;
  const headers: { HeaderName: string; HeaderValue: unknown }[] = Origins.flatMap(
    ({ OriginCustomHeaders = [] }: { OriginCustomHeaders?: [] }) => OriginCustomHeaders,
  );
  const current = secrets.filter(({ path }) => path === `OriginSecrets/Version${version}`);
  const sent = headers.map(({ HeaderName, HeaderValue }) => [HeaderName, asText(HeaderValue)]);
  expect(sent).toEqual(current.map((each) => [originSecretHeader, resolve(each)]));
});

test("without a sender no role may send mail, and optional variables are unset", () => {
  const bare = synthesized(dev);
  expect(JSON.stringify(bare.toJSON())).not.toContain("ses:Send");
  const corporateNumber = ourFunctions(bare).find(({ name }) => name === "corporate-number");
  expect(Object.keys(corporateNumber?.properties.Environment.Variables).sort()).toEqual([
    "ORIGIN_SECRETS",
    "TABLE_NAME",
  ]);
});
