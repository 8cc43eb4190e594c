import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { Environment } from "../../infra/config.ts";
import {
  allFunctions,
  endpointFunctions,
  type FunctionSettings,
  type SecretName,
  scheduledFunctions,
} from "../../infra/settings/functions.ts";
import { tableSettings } from "../../infra/settings/table.ts";
import { asOne } from "./support/as-one.ts";
import { complete, dev, portalApp, synthesized } from "./support/portal.ts";
import {
  onlyResource,
  ourFunctions,
  resourcesOf,
  type Statement,
  statementsOf,
} from "./support/resources.ts";

const template = synthesized(complete);
const functions = new Map(ourFunctions(template).map((found) => [found.name, found]));
const settings: [string, FunctionSettings][] = Object.entries(allFunctions);

const table = onlyResource(template, "AWS::DynamoDB::Table").id;
const bucket = onlyResource(template, "AWS::S3::Bucket", "Downloads").id;
const key = onlyResource(template, "AWS::KMS::Key").id;
const userPool = onlyResource(template, "AWS::Cognito::UserPool").id;
const secretOf = (company: string): string =>
  resourcesOf(template, "AWS::SecretsManager::Secret").find(({ properties }) =>
    properties.Description.includes(company),
  )?.id ?? "";
const secrets = { stripe: secretOf("Stripe"), vonage: secretOf("Vonage"), canary: secretOf("canary") };
const deadLetters = onlyResource(template, "AWS::SQS::Queue").id;
const attribute = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });

function functionNamed(name: string) {
  const found = functions.get(name);
  if (!found) throw new Error(`There is no function ${name}`);
  return found;
}

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
    FunctionName: `Portal-prod-${name}`,
  });
});

const values: Record<string, unknown> = {
  TABLE_NAME: { Ref: table },
  DOWNLOAD_BUCKET: { Ref: bucket },
  KEY_ID: attribute(key),
  MAIL_FROM: "電話連携プラグイン <no-reply@example.jp>",
  SITE_URL: "https://portal.example.jp",
  VONAGE_SECRET_ID: { Ref: secrets.vonage },
  STRIPE_SECRET_ID: { Ref: secrets.stripe },
  STRIPE_PRICE_ID: "price_1Standard",
  INVOICE_DAYS_UNTIL_DUE: "30",
  USER_POOL_ID: { Ref: userPool },
  USER_POOL_CLIENT_ID: { Ref: onlyResource(template, "AWS::Cognito::UserPoolClient").id },
  CANARY_SECRET_ID: { Ref: secrets.canary },
  ORIGIN_SECRETS: { "Fn::Join": ["", expect.arrayContaining([expect.anything()])] },
  TAX_AGENCY_APPLICATION_ID: "K0000000000",
  SMS_ADDRESS_HOURLY_CAP: "10",
  SMS_DAILY_CAP: "50",
  APP_VERSION: expect.stringMatching(/^\d+\.\d+\.\d+$/),
};
/** Their absence is the setting: the real provider. */
const unsetInAws = ["STRIPE_API_URL", "VONAGE_API_URL", "TAX_AGENCY_URL"];

test.each(settings)("%s is told what its settings name, and nothing else", (name, { environment }) => {
  const expected = environment.filter((variable) => !unsetInAws.includes(variable));
  const variables = functionNamed(name).properties.Environment?.Variables ?? {};
  expect(variables).toEqual(Object.fromEntries(expected.map((variable) => [variable, values[variable]])));
});

function tableStatements(actions: readonly string[]): Statement[] {
  const others = actions.filter((action) => action !== "dynamodb:DeleteItem");
  const common = { Effect: "Allow", Resource: attribute(table) };
  const Condition = {
    "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": tableSettings.deletablePartitions },
  };
  return [
    ...(others.length > 0 ? [{ ...common, Action: others.sort() }] : []),
    ...(actions.length > others.length ? [{ ...common, Action: ["dynamodb:DeleteItem"], Condition }] : []),
  ];
}

function secretsNamed(names: readonly SecretName[]): unknown {
  const refs = names.map((name) => ({ Ref: secrets[name] }));
  return refs.length === 1 ? refs[0] : expect.arrayContaining(refs);
}

function expectedStatements({ grants }: FunctionSettings): Statement[] {
  const allow = (actions: readonly string[], resource: unknown, condition?: Record<string, string>) => ({
    Effect: "Allow",
    Action: [...actions].sort(),
    Resource: resource,
    ...(condition && { Condition: { StringEquals: condition } }),
  });
  const identity = {
    "Fn::Join": ["", ["arn:aws:ses:ap-northeast-1:", { Ref: "AWS::AccountId" }, ":identity/example.jp"]],
  };
  const keyed = (field?: string) => (field ? { "kms:EncryptionContext:field": field } : undefined);
  return [
    ...tableStatements(grants.table ?? []),
    ...(grants.bucket ? [allow(grants.bucket, { "Fn::Join": ["", [attribute(bucket), "/*"]] })] : []),
    ...(grants.key ?? []).map(({ action, field }) => allow([action], attribute(key), keyed(field))),
    ...(grants.secrets ? [allow(["secretsmanager:GetSecretValue"], secretsNamed(grants.secrets))] : []),
    ...(grants.userPool ? [allow(grants.userPool, attribute(userPool))] : []),
    ...(grants.mail
      ? [allow(["ses:SendEmail"], identity, { "ses:FromAddress": "no-reply@example.jp" })]
      : []),
  ];
}

const deadLettersOf = (name: string): Statement[] =>
  name in scheduledFunctions
    ? [{ Effect: "Allow", Action: ["sqs:SendMessage"], Resource: attribute(deadLetters) }]
    : [];

test.each(settings)(
  "%s may touch what its settings grant and write its own log, nothing else",
  (name, own) => {
    const { properties } = functionNamed(name);
    const actual = statementsOf(template, properties.Role["Fn::GetAtt"][0]).map((statement) => ({
      ...statement,
      Action: [statement.Action].flat().sort(),
    }));
    const logs = {
      Effect: "Allow",
      Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
      Resource: attribute(properties.LoggingConfig.LogGroup.Ref),
    };
    const traces = {
      Effect: "Allow",
      Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
      // X-Ray knows no resources to name.
      Resource: "*",
    };
    const expected = [logs, traces, ...expectedStatements(own), ...deadLettersOf(name)];
    expect(actual).toEqual(expect.arrayContaining(expected));
    expect(actual).toHaveLength(expected.length);
  },
);

test("no role of a function has a managed policy or an inline one beside its settings", () => {
  for (const { properties } of functions.values()) {
    const role = resourcesOf(template, "AWS::IAM::Role").find(
      ({ id }) => id === properties.Role["Fn::GetAtt"][0],
    );
    expect(role?.properties.ManagedPolicyArns).toBeUndefined();
    expect(role?.properties.Policies).toBeUndefined();
  }
});

test("what is billed by the call has a share of its own, where the environment's quota has room for it", () => {
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

test.each(Object.entries(scheduledFunctions))("%s is started by the clock", (name, { everyMinutes }) => {
  const target = functionNamed(name).id;
  const rule = onlyResource(template, "AWS::Events::Rule", name);
  expect(rule.properties).toMatchObject({
    ScheduleExpression: `rate(${everyMinutes} minutes)`,
    State: "ENABLED",
    Targets: [{ Arn: attribute(target), DeadLetterConfig: { Arn: attribute(deadLetters) } }],
  });
  expect(functionNamed(name).properties.DeadLetterConfig).toEqual({ TargetArn: attribute(deadLetters) });
});

test("every endpoint is told what CloudFront proves itself by, now and after the next change of it", () => {
  const proofs = resourcesOf(template, "AWS::SecretsManager::Secret").filter(({ path }) =>
    path.startsWith("OriginProofs"),
  );
  expect(proofs).toHaveLength(2);
  const resolve = ({ id }: { id: string }) => [
    "{{resolve:secretsmanager:",
    { Ref: id },
    ":SecretString:::}}",
  ];
  const [now = [], next = []] = proofs.map(resolve);
  const expected = JSON.stringify({ "Fn::Join": ["", [...now, ...next]] }).replace(
    '}}","{{resolve',
    "}} {{resolve",
  );
  for (const name of Object.keys(endpointFunctions)) {
    const told = functionNamed(name).properties.Environment.Variables.ORIGIN_SECRETS;
    expect(JSON.stringify(told), name).toBe(expected);
  }
});

test("without a sender nobody may send, and what is optional is left unset", () => {
  const { mail: _, ...rest } = dev;
  const withoutSender: Environment = rest;
  const bare = synthesized(withoutSender);
  expect(JSON.stringify(bare.toJSON())).not.toContain("ses:Send");
  const corporateNumber = ourFunctions(bare).find(({ name }) => name === "corporate-number");
  expect(Object.keys(corporateNumber?.properties.Environment.Variables)).toEqual(["ORIGIN_SECRETS"]);
});

test("each function is deployed with its own bundle, which exports its handler", async () => {
  const { app, stacks } = portalApp(dev, ["**"]);
  const bundles = ourFunctions(asOne(Object.values(stacks))).map(({ properties }) => properties.Code.S3Key);
  expect(new Set(bundles).size).toBe(settings.length);
  const { directory } = app.synth();
  for (const bundle of bundles) {
    const file = `${directory}/asset.${bundle.replace(".zip", "")}/index.mjs`;
    const module = await import(pathToFileURL(file).href);
    expect(module.handler).toBeTypeOf("function");
  }
});
