import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import type { Environment } from "#infra/environment.ts";
import { secretsKeyAlias } from "#infra/settings/names.ts";
import { tableSettings } from "#infra/settings/table.ts";
import { portalApp, synthesized } from "./support/portal.ts";
import { onlyResource, resourcesOf } from "./support/resources.ts";
import { dev } from "./support/settings.ts";

const template = synthesized();

test.each([
  // Protected against deletion, so that a stack that could not be made could not delete them either.
  ["AWS::DynamoDB::Table", "Retain"],
  ["AWS::Cognito::UserPool", "Retain"],
  ["AWS::S3::Bucket", "RetainExceptOnCreate"],
  // Which refuses plain HTTP.
  ["AWS::S3::BucketPolicy", "RetainExceptOnCreate"],
  ["AWS::KMS::Key", "RetainExceptOnCreate"],
  ["AWS::SecretsManager::Secret", "RetainExceptOnCreate"],
])("%s outlives the stack: %s", (type, DeletionPolicy) => {
  const found = resourcesOf(template, type).filter(({ path }) => !path.startsWith("OriginSecrets"));
  expect(found).not.toHaveLength(0);
  for (const { path, ...resource } of found) {
    expect(resource, path).toMatchObject({ DeletionPolicy, UpdateReplacePolicy: "Retain" });
  }
});

test("the table is as the settings describe it, paid by use and recoverable", () => {
  expect(onlyResource(template, "AWS::DynamoDB::Table").properties).toMatchObject({
    KeySchema: [
      { AttributeName: tableSettings.partitionKey, KeyType: "HASH" },
      { AttributeName: tableSettings.sortKey, KeyType: "RANGE" },
    ],
    BillingMode: "PAY_PER_REQUEST",
    TimeToLiveSpecification: { AttributeName: tableSettings.timeToLiveAttribute, Enabled: true },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true },
    DeletionProtectionEnabled: true,
  });
});

test("each index has keys of text and nothing else", () => {
  const { properties } = onlyResource(template, "AWS::DynamoDB::Table");
  const key = (AttributeName: string | undefined, KeyType: string) =>
    AttributeName === undefined ? [] : [{ AttributeName, KeyType }];
  expect(properties.GlobalSecondaryIndexes).toEqual(
    Object.entries(tableSettings.indexes).map(([IndexName, { partitionKey, sortKey }]) => ({
      IndexName,
      KeySchema: [...key(partitionKey, "HASH"), ...key(sortKey, "RANGE")],
      Projection: { ProjectionType: "KEYS_ONLY" },
    })),
  );
  const types = properties.AttributeDefinitions.map(
    ({ AttributeType }: { AttributeType: string }) => AttributeType,
  );
  expect(new Set(types)).toEqual(new Set(["S"]));
});

/** The rule books of nag.test.ts have the rest: private, versioned, encrypted, and spoken to by TLS. */
test("no bucket takes an object of another owner", () => {
  for (const { path, properties } of resourcesOf(template, "AWS::S3::Bucket"))
    expect(properties.OwnershipControls, path).toEqual({
      Rules: [{ ObjectOwnership: "BucketOwnerEnforced" }],
    });
});

test("exported accounts are gone after 35 days, and a day later for good", () => {
  const { properties } = onlyResource(template, "AWS::S3::Bucket", "UserExports");
  expect(properties.LifecycleConfiguration.Rules).toEqual([
    expect.objectContaining({
      Status: "Enabled",
      ExpirationInDays: 35,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    }),
  ]);
});

test("the key is renewed, and has the name by which the operator's commands find it", () => {
  const key = onlyResource(template, "AWS::KMS::Key");
  expect(key.properties).toMatchObject({ EnableKeyRotation: true });
  expect(onlyResource(template, "AWS::KMS::Alias").properties).toEqual({
    AliasName: secretsKeyAlias("dev"),
    TargetKeyId: { "Fn::GetAtt": [key.id, "Arn"] },
  });
});

test("no secret has a value in the template", () => {
  for (const { path, properties } of resourcesOf(template, "AWS::SecretsManager::Secret")) {
    const isGenerated = /^OriginSecrets|Unsubscribe/.test(path);
    expect(Object.keys(properties), path).toEqual([
      "Description",
      ...(isGenerated ? ["GenerateSecretString"] : []),
    ]);
  }
});

test("the stacks' outputs name every resource that a command needs", () => {
  const names = Object.keys(template.toJSON().Outputs);
  // The CDK names what one stack reads from another.
  expect(names.filter((name) => !/^(PublishOutput|ExportsOutput)/.test(name)).sort()).toEqual([
    ...[
      "ApiUrl",
      "CanaryClientId",
      "CanarySecretArn",
      "DeadLettersUrl",
      "DistributionDomain",
      "DownloadBucket",
      "PortalRegion",
    ],
    ...["SiteBucket", "SiteUrl", "StripeSecretArn", "TableName", "UserExportBucket", "UserPoolClientId"],
    ...["UserPoolId", "VonageSecretArn"],
  ]);
});

test("the data stack keeps its exports beside a restored table for the portal", () => {
  const exportsOf = (environment: Environment) => {
    const { Outputs } = Template.fromStack(portalApp(environment).stacks.data).toJSON();
    return Object.keys(Outputs).filter((name) => name.startsWith("ExportsOutput"));
  };
  expect(exportsOf(dev).length).toBeGreaterThan(5);
  expect(exportsOf({ ...dev, adopted: { table: "Portal-dev-restored" } })).toEqual(exportsOf(dev));
});
