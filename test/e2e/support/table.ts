/** The table and the key, as an operator with every right sees them. */
import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  paginateScan,
  QueryCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { marshall } from "@aws-sdk/util-dynamodb";
import { local, portalUrl } from "./local.ts";

type StoredItem = Record<string, AttributeValue>;

async function settingsOf(service: string) {
  const { [service]: settings = {} } = await local.services();
  const { endpoint = "", region = "", accessKeyId = "", secretAccessKey = "", tableName = "" } = settings;
  return { client: { endpoint, region, credentials: { accessKeyId, secretAccessKey } }, tableName };
}

async function openTable() {
  const { client, tableName: TableName } = await settingsOf("dynamodb");
  return { dynamodb: new DynamoDBClient(client), TableName };
}

/** By the portal's address: a worker whose test failed gets another portal. */
const tables = new Map<string, ReturnType<typeof openTable>>();
/** The table of this worker's portal, for whatever is not below. */
export function connect(): ReturnType<typeof openTable> {
  const table = tables.get(portalUrl()) ?? openTable();
  tables.set(portalUrl(), table);
  return table;
}

/** The items of one partition as they are stored, in the order of their sort keys. */
export async function itemsOf(pk: string): Promise<StoredItem[]> {
  const { dynamodb, TableName } = await connect();
  const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": { S: pk } } };
  const { Items = [] } = await dynamodb.send(new QueryCommand({ TableName, ...query, ConsistentRead: true }));
  return Items;
}

export async function deletePartition(pk: string): Promise<void> {
  const { dynamodb, TableName } = await connect();
  for (const { pk: partition = { S: pk }, sk = { S: "" } } of await itemsOf(pk)) {
    await dynamodb.send(new DeleteItemCommand({ TableName, Key: { pk: partition, sk } }));
  }
}

/** The agency's answer about that number is kept for a day: lets the day pass. */
export const forgetCorporation = (number: string): Promise<void> => deletePartition(`CORPORATION#${number}`);

export const customerItems = (sub: string): Promise<StoredItem[]> => itemsOf(`CUSTOMER#${sub}`);

/** Every item in which that text stands somewhere. */
export async function itemsNaming(text: string): Promise<StoredItem[]> {
  const { dynamodb: client, TableName } = await connect();
  const found: StoredItem[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    found.push(...Items.filter((item) => JSON.stringify(item).includes(text)));
  }
  return found;
}

async function setField(key: { pk: string; sk: string }, name: string, value: unknown): Promise<void> {
  const { dynamodb, TableName } = await connect();
  await dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key: marshall(key),
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: marshall({ ":value": value }),
    }),
  );
}

/** As only the operator can: no request of a customer's says what plan they are on. */
export const setPlan = (sub: string, plan: string): Promise<void> =>
  setField({ pk: `CUSTOMER#${sub}`, sk: "PROFILE" }, "plan", plan);

/** As if the quote had been made while the plan was sold at another price. */
export async function setQuotedPrice(sub: string, id: string, price: { priceId: string; amountYen: number }) {
  const key = { pk: `CUSTOMER#${sub}`, sk: `QUOTE#${id}` };
  for (const [name, value] of Object.entries(price)) await setField(key, name, value);
}

/** The reconciler completes the closing of that account from now on. */
export const endClosingLease = (sub: string): Promise<void> =>
  setField({ pk: "CLOSURES", sk: sub }, "lockedUntil", 0);

/** Opens what was encrypted for that customer and field. */
export async function decrypt(
  encrypted: string,
  context: { customer: string; field: string },
): Promise<string> {
  const { client } = await settingsOf("kms");
  const { Plaintext } = await new KMSClient(client).send(
    new DecryptCommand({ CiphertextBlob: Buffer.from(encrypted, "base64"), EncryptionContext: context }),
  );
  return Buffer.from(Plaintext ?? []).toString();
}
