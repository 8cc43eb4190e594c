/** An action's own database calls, replayed without the function around them: time and units. */
import {
  type AttributeValue,
  type ConsumedCapacity,
  type DynamoDB,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { tableSettings } from "#infra/settings/table.ts";
import type { LoggedRequest } from "#scripts/local/request-log.ts";
import { median } from "./table.ts";

export interface Run {
  title: string;
  /** 0 warms up and is not counted. */
  number: number;
  elapsed: number;
  /** Of the database. */
  calls: LoggedRequest[];
  /** Number of calls to each service. */
  counts: Record<string, number>;
}

export interface ComparedAction {
  title: string;
  milliseconds: number;
  /** Units of the database. */
  reads: number;
  writes: number;
  /** By service, as the local cloud names them. */
  calls: Readonly<Record<string, number>>;
  /** The handler's time over that of its database calls alone. */
  ratio: number;
}

/** Replays every call in order on a table that is as it was at the start, so that every condition holds again. */
export async function compareWithBareCalls(
  origin: string,
  client: DynamoDB,
  runs: readonly Run[],
): Promise<ComparedAction[]> {
  await fetch(`${origin}/__local/reset`, { method: "POST" });
  const measured: (Run & Bare)[] = [];
  for (const run of runs) measured.push({ ...run, ...(await replay(client, run.calls)) });
  return [...new Set(runs.map(({ title }) => title))].map((title) =>
    summary(
      title,
      measured.filter((run) => run.title === title && run.number > 0),
    ),
  );
}

function summary(title: string, runs: readonly (Run & Bare)[]): ComparedAction {
  const services = [...new Set(runs.flatMap(({ counts }) => Object.keys(counts)))];
  return {
    title,
    milliseconds: median(runs.map(({ elapsed }) => elapsed)),
    ratio: median(runs.map(({ elapsed, bare }) => elapsed / bare)),
    reads: median(runs.map(({ read }) => read)),
    writes: median(runs.map(({ write }) => write)),
    calls: Object.fromEntries(
      services.map((service) => [service, median(runs.map(({ counts }) => counts[service] ?? 0))]),
    ),
  };
}

interface Bare {
  /** Milliseconds. */
  bare: number;
  read: number;
  write: number;
}

/** The same calls once more through the SDK, without the function around them. */
async function replay(client: DynamoDB, calls: readonly LoggedRequest[]): Promise<Bare> {
  const total = { bare: 0, read: 0, write: 0 };
  for (const { operation, body, status } of calls) {
    const send = commands[operation] ?? unknownOperation(operation);
    const started = performance.now();
    const { ClientRequestToken: _, ...logged } = JSON.parse(body);
    const input: object = { ...logged, ReturnConsumedCapacity: "TOTAL" };
    const consumed = await send(client, input as never).catch((error: unknown): Consumed => {
      // The condition failed in the first run too.
      if (status >= 400) return {};
      throw error;
    });
    total.bare += performance.now() - started;
    const units = unitsOf(consumed) ?? (await transactionUnits(client, logged.TransactItems));
    if (reads.includes(operation)) total.read += units;
    else total.write += units;
  }
  return total;
}

/** By operation: its input is the logged request body. */
const commands: Record<string, (database: DynamoDB, input: never) => Promise<Consumed>> = {
  GetItem: (database, input) => database.getItem(input),
  Query: (database, input) => database.query(input),
  UpdateItem: (database, input) => database.updateItem(input),
  DeleteItem: (database, input) => database.deleteItem(input),
  TransactWriteItems: (database, input) => database.transactWriteItems(input),
};
const reads = ["GetItem", "Query"];

interface Consumed {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
}

/** Undefined for a transaction, whose items are counted by themselves. */
const unitsOf = ({ ConsumedCapacity: consumed }: Consumed): number | undefined =>
  Array.isArray(consumed) ? undefined : (consumed?.CapacityUnits ?? 0);

function unknownOperation(operation: string): never {
  throw new Error(`The benchmark does not know how to replay ${operation}.`);
}

type Item = Record<string, AttributeValue>;

/**
 * Write units of a transaction that has just been made: 2 for each item and begun kB, and 1 for each index that a write reaches.
 * Counted here, because DynamoDB Local reports those of the last item only. Source: DynamoDB developer guide, "Read and write
 * operations" and "Using Global Secondary Indexes".
 */
export async function transactionUnits(client: DynamoDBClient, writes: TransactWriteItem[]): Promise<number> {
  const units = writes.map(async (write) => {
    const item = await writtenItem(client, write);
    return 2 * Math.max(1, Math.ceil(itemBytes(item) / 1024)) + indexesOf(write, item).length;
  });
  return (await Promise.all(units)).reduce((sum, each) => sum + each, 0);
}

/** The indexes that have the item and a key that the write names. */
const indexesOf = ({ Put, Update }: TransactWriteItem, item: Item) =>
  Object.values(tableSettings.indexes).filter(({ partitionKey, sortKey = partitionKey }) => {
    const named = Put ? Object.keys(item) : Object.values(Update?.ExpressionAttributeNames ?? {});
    const keys = [partitionKey, sortKey];
    return keys.every((key) => key in item) && keys.some((key) => named.includes(key));
  });

async function writtenItem(client: DynamoDBClient, { Put, Update }: TransactWriteItem): Promise<Item> {
  if (Put?.Item) return Put.Item;
  // A deletion or a check: the item is small here, and counts as one begun kB.
  if (!Update) return {};
  const { TableName, Key } = Update;
  const get = new GetItemCommand({ TableName, Key, ConsistentRead: true });
  const { Item = {} } = await client.send(get);
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
