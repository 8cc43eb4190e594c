/** Checks of what an earlier deployment left, and of what the settings adopt. */
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DescribeKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import {
  paginateGetResources,
  ResourceGroupsTaggingAPIClient,
} from "@aws-sdk/client-resource-groups-tagging-api";
import type { Adopted } from "#infra/environment/adopted.ts";
import type { Environment } from "#infra/environment.ts";
import { functionName, namesOf, userPoolTriggers } from "#infra/settings/functions.ts";
import { copiesKeyDescription, liveAlias, portalName, tagsOf } from "#infra/settings/names.ts";
import { tableSettings } from "#infra/settings/table.ts";
import { type Check, type Finding, fix, ok } from "./check.ts";
import type { Deployed } from "./deployed.ts";

export function retainedChecks(environment: Environment, deployed: () => Promise<Deployed>): Check[] {
  const { table, key, userPool } = environment.adopted ?? {};
  return [
    { title: "Retained resources", run: () => checkRetained(environment, deployed) },
    ...(table ? [{ title: "Adopted table", run: () => checkTable(environment, table) }] : []),
    ...(key ? [{ title: "Adopted key", run: () => checkKey(environment, key) }] : []),
    ...(userPool ? [{ title: "Adopted user pool", run: () => checkPool(environment, userPool) }] : []),
  ];
}

interface Kind {
  setting: keyof Omit<Adopted, "mailIdentity">;
  resource: string;
  type: string;
  /** The setting's value in the ARN. */
  name: RegExp;
}

/**
 * Its name is fixed, so a deployment that does not adopt it fails. A vault from before `backups.copyTo` may exist
 * beside the stack's.
 */
const vault: Kind = {
  setting: "backupVault",
  resource: "backup:backup-vault",
  type: "AWS::Backup::BackupVault",
  name: /:backup-vault:(.+)$/,
};

const kinds: readonly Kind[] = [
  { setting: "table", resource: "dynamodb:table", type: "AWS::DynamoDB::Table", name: /:table\/([^/]+)$/ },
  { setting: "key", resource: "kms:key", type: "AWS::KMS::Key", name: /^(arn:.+:key\/.+)$/ },
  {
    setting: "userPool",
    resource: "cognito-idp:userpool",
    type: "AWS::Cognito::UserPool",
    name: /:userpool\/(.+)$/,
  },
  vault,
];

/**
 * Resources with this environment's tags that none of its stacks holds: a new deployment would begin without customers.
 */
async function checkRetained(environment: Environment, deployed: () => Promise<Deployed>): Promise<Finding> {
  const client = new ResourceGroupsTaggingAPIClient({ region: environment.region });
  const TagFilters = Object.entries(tagsOf(environment.name)).map(([Key, value]) => ({
    Key,
    Values: [value],
  }));
  const arns: string[] = [];
  const held = await deployed();
  const needsVault = environment.backups !== undefined && held.idsOf(vault.type).length === 0;
  const open = kinds.filter((kind) => !environment.adopted?.[kind.setting] && (kind !== vault || needsVault));
  const pages = paginateGetResources(
    { client },
    { TagFilters, ResourceTypeFilters: kinds.map(({ resource }) => resource) },
  );
  for await (const { ResourceTagMappingList = [] } of pages)
    for (const { ResourceARN = "" } of ResourceTagMappingList) arns.push(ResourceARN);
  const found = open.flatMap(({ setting, type, name }) =>
    arns.flatMap((arn) => {
      const value = name.exec(arn)?.[1];
      const id = type === "AWS::KMS::Key" ? value?.split("/").at(-1) : value;
      return value && id && !held.has(type, id) ? [{ setting, value }] : [];
    }),
  );
  const left: string[] = [];
  for (const { setting, value } of found)
    if (setting !== "key" || !(await isKeyOfCopies(environment, value))) left.push(`${setting}: "${value}"`);
  if (left.length === 0) return ok("Nothing is left of an earlier deployment.");
  return fix(
    `An earlier deployment left data. To keep its customers write adopted: { ${left.join(", ")} } in infra/config.ts, else delete it (docs/runbooks/adopt-retained.md).`,
  );
}

async function isKeyOfCopies({ region }: Environment, KeyId: string): Promise<boolean> {
  const { KeyMetadata } = await new KMSClient({ region }).send(new DescribeKeyCommand({ KeyId }));
  return KeyMetadata?.Description === copiesKeyDescription;
}

async function checkTable({ region }: Environment, TableName: string): Promise<Finding> {
  const { Table } = await new DynamoDBClient({ region }).send(new DescribeTableCommand({ TableName }));
  if (!Table?.DeletionProtectionEnabled)
    return fix(
      `Protect it: aws dynamodb update-table --table-name ${TableName} --deletion-protection-enabled.`,
    );
  const there = Table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [];
  const missing = Object.keys(tableSettings.indexes).filter((index) => !there.includes(index));
  if (missing.length > 0)
    return fix(
      `Restore it again with its indexes, or add them one by one with aws dynamodb update-table: ${TableName} has no ${missing.join(", ")}, which find customers (docs/runbooks/restore.md).`,
    );
  return ok(`${TableName} is there, with ${Table.ItemCount ?? "?"} rows.`);
}

async function checkKey({ region }: Environment, KeyId: string): Promise<Finding> {
  const { KeyMetadata } = await new KMSClient({ region }).send(new DescribeKeyCommand({ KeyId }));
  if (KeyMetadata?.KeyState === "Enabled") return ok("It is enabled.");
  return fix(
    `The key is ${KeyMetadata?.KeyState}: aws kms cancel-key-deletion --key-id ${KeyId}, then aws kms enable-key --key-id ${KeyId}.`,
  );
}

/** CloudFormation does not change an adopted pool: it has to name the functions of this environment already. */
async function checkPool({ region, name }: Environment, UserPoolId: string): Promise<Finding> {
  const client = new CognitoIdentityProviderClient({ region });
  const { UserPool } = await client.send(new DescribeUserPoolCommand({ UserPoolId }));
  const arns = Object.values(UserPool?.LambdaConfig ?? {}).map(String);
  const missing = namesOf(userPoolTriggers).filter(
    (trigger) => !arns.some((arn) => arn.endsWith(`:function:${functionName(name, trigger)}:${liveAlias}`)),
  );
  if (missing.length === 0) return ok(`${UserPoolId} calls this environment's triggers.`);
  return fix(
    `Set the triggers ${missing.join(", ")} of ${UserPoolId} in the console, User pool > Authentication > Extensions: it does not call the alias ${liveAlias} of ${portalName(name)}'s.`,
  );
}
