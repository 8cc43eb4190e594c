import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";

type Item = Record<string, AttributeValue>;

/**
 * Write units of a transaction that has just been made: 2 for each item and begun kB. Counted here, because DynamoDB
 * Local reports those of the last item only. Source: DynamoDB developer guide, "Read and write operations".
 */
export async function transactionUnits(client: DynamoDBClient, writes: TransactWriteItem[]): Promise<number> {
  const items = await Promise.all(writes.map((write) => writtenItem(client, write)));
  return items.reduce((units, item) => units + 2 * Math.max(1, Math.ceil(itemBytes(item) / 1024)), 0);
}

async function writtenItem(client: DynamoDBClient, { Put, Update }: TransactWriteItem): Promise<Item> {
  if (Put?.Item) return Put.Item;
  // A deletion or a check: the item is small here, and counts as one begun kB.
  if (!Update) return {};
  const { Item = {} } = await client.send(
    new GetItemCommand({ TableName: Update.TableName, Key: Update.Key, ConsistentRead: true }),
  );
  return Item;
}

/** Names and values in UTF-8; a number takes about a byte for two digits. */
const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value.M !== undefined) return 3 + itemBytes(value.M);
  if (value.L !== undefined) return 3 + value.L.reduce((sum, each) => sum + 1 + valueBytes(each), 0);
  return 1;
}
