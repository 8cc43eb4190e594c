/** Each function's role holds the statements that follow from its settings, and not one more. */
import { expect, test } from "vitest";
import type { FunctionSettings, Grants, SecretName } from "#infra/settings/function-settings.ts";
import { tableSettings } from "#infra/settings/table.ts";
import { attribute, functionNamed, functions, ids, secrets, settings, template } from "./support/deployed.ts";
import { resourcesOf, type Statement, statementsOf } from "./support/resources.ts";

function tableStatements({
  table: actions = [],
  partitions = [],
  readOnly = [],
  erases,
}: Grants): Statement[] {
  const onlyChecked = partitions.filter(
    (each) => each.startsWith("SWITCH#") || (each === "ERASED#*" && !erases),
  );
  const deletable = tableSettings.deletablePartitions.filter((each) => partitions.includes(each));
  const writable = partitions.filter((each) => !onlyChecked.includes(each) && !readOnly.includes(each));
  const kinds: Record<string, readonly string[]> = {
    "dynamodb:PutItem": writable,
    "dynamodb:UpdateItem": writable,
    ...(!erases && { "dynamodb:DeleteItem": deletable }),
    "dynamodb:ConditionCheckItem": partitions,
  };
  const others = partitions.filter((each) => !onlyChecked.includes(each));
  // CDK makes one statement of those with the same condition.
  const byKeys = Map.groupBy(actions, (action) => JSON.stringify(kinds[action] ?? others));
  return [...byKeys].map(([keys, group]) => ({
    Effect: "Allow",
    Resource: attribute(ids.table),
    Action: [...group].sort(),
    Condition: {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": JSON.parse(keys) },
      Null: { "dynamodb:LeadingKeys": "false" },
    },
  }));
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
  const sender = ["configuration-set/Portal-prod", "identity/example.jp"].map((name) => ({
    "Fn::Join": ["", ["arn:aws:ses:ap-northeast-1:", { Ref: "AWS::AccountId" }, `:${name}`]],
  }));
  const keyed = (field?: string) => (field ? { "kms:EncryptionContext:field": field } : undefined);
  const scan = grants.scan && {
    Effect: "Allow",
    Action: ["dynamodb:Scan"],
    Resource: attribute(ids.table),
    Condition: {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": [...grants.scan] },
      StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    },
  };
  return [
    ...tableStatements(grants),
    ...(scan ? [scan] : []),
    ...(grants.bucket ? [allow(grants.bucket, { "Fn::Join": ["", [attribute(ids.bucket), "/*"]] })] : []),
    ...(grants.userExports
      ? [allow(grants.userExports, { "Fn::Join": ["", [attribute(ids.userExports), "/*"]] })]
      : []),
    // CDK makes one statement of two with the same condition.
    ...[...Map.groupBy(grants.key ?? [], ({ field }) => field)].map(([field, own]) =>
      allow(
        own.map(({ action }) => action),
        attribute(ids.key),
        keyed(field),
      ),
    ),
    ...(grants.secrets ? [allow(["secretsmanager:GetSecretValue"], secretsNamed(grants.secrets))] : []),
    ...(grants.userPool ? [allow(grants.userPool, attribute(ids.userPool))] : []),
    ...(grants.mail ? [allow(["ses:SendEmail"], sender, { "ses:FromAddress": "no-reply@example.jp" })] : []),
  ];
}

const deadLettersOf = (settings: object): Statement[] =>
  "isRepeated" in settings && settings.isRepeated
    ? [{ Effect: "Allow", Action: ["sqs:SendMessage"], Resource: attribute(ids.deadLetters) }]
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
      // Neither knows resources to name, and the CDK makes one statement of both.
      Action: [
        ...(own.grants.mailAccount ? ["ses:GetAccount"] : []),
        "xray:PutTelemetryRecords",
        "xray:PutTraceSegments",
      ],
      Resource: "*",
    };
    const expected = [logs, traces, ...expectedStatements(own), ...deadLettersOf(own)];
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
    expect(role?.properties.Policies).toEqual([expect.objectContaining({ PolicyName: "Grants" })]);
  }
});
