import {
  type AttributeDefinition,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  ScanCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { tableSettings } from "#infra/settings/table.ts";
import { undefinedIfError } from "#scripts/operator/undefined-if-error.ts";
import { identifiers } from "../identifiers.ts";

const { tableName } = identifiers;
const { sortKey, timeToLiveAttribute, indexes } = tableSettings;

const keySchema = (keys: { partitionKey: string; sortKey?: string }): KeySchemaElement[] => [
  { AttributeName: keys.partitionKey, KeyType: "HASH" },
  ...(keys.sortKey === undefined ? [] : [{ AttributeName: keys.sortKey, KeyType: "RANGE" } as const]),
];

/** Of the keys, each once. */
const attributeDefinitions = (): AttributeDefinition[] => {
  const keys = [tableSettings, ...Object.values(indexes)].flatMap(keySchema);
  return [...new Set(keys.map(({ AttributeName }) => AttributeName))].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S",
  }));
};

/** The table as the stack makes it; an existing one is left as it is. */
export async function ensureTable(client: DynamoDBClient, TableName: string = tableName): Promise<void> {
  const existing = client.send(new DescribeTableCommand({ TableName }));
  if (await undefinedIfError(ResourceNotFoundException, existing)) return;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: attributeDefinitions(),
      KeySchema: keySchema(tableSettings),
      GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, keys]) => ({
        IndexName,
        KeySchema: keySchema(keys),
        Projection: { ProjectionType: "KEYS_ONLY" },
      })),
    }),
  );
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: timeToLiveAttribute, Enabled: true },
    }),
  );
}

export async function emptyTable(client: DynamoDBClient): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: tableName }));
  await ensureTable(client);
}

/** Every customer's profile, for a person to look at. */
export async function listCustomers(client: DynamoDBClient): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: tableName,
      FilterExpression: `${sortKey} = :profile`,
      ExpressionAttributeValues: { ":profile": { S: "PROFILE" } },
    }),
  );
  return Items.map((item) => unmarshall(item));
}
