/** The DynamoDB table, in plain JavaScript values. docs/data.md lists its items. */
import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
  type QueryCommandInput,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import type * as z from "zod/mini";
import { sleepUntilDeadline, untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { log } from "#functions/runtime/log.ts";
import type { PartitionKey } from "#shared/partitions.ts";
import { dynamodb } from "./aws-clients.ts";
import { notErased } from "./erased-customers.ts";
import {
  type Item,
  type Key,
  keyOf,
  type Row,
  transactItem,
  type Update,
  updateInput,
  type Write,
} from "./write-input.ts";

export type { Check, Delete, Item, Key, Put, Row, Update, Write } from "./write-input.ts";

/**
 * A transaction that was refused. `reasons`: DynamoDB's, in the order of the writes; `None` for a write that
 * was not refused.
 */
export class TransactionCanceled extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(`writes refused: ${reasons.join(", ")}`);
    this.name = "TransactionCanceled";
    this.reasons = reasons;
  }
}

/** A strongly consistent read. */
export async function getItem(key: Key): Promise<Item | undefined> {
  const command = new GetCommand({ ...table(), Key: keyOf(key), ConsistentRead: true });
  return (await dynamodb().send(command, untilDeadline())).Item;
}

const keysOfCall = 100;
const callsAtOnce = 4;

/**
 * Returns the partition keys of the items that exist. A strongly consistent read. Throws 503 if DynamoDB is
 * too busy.
 */
export async function existingKeys(keys: readonly Key[]): Promise<ReadonlySet<string>> {
  const starts = Array.from(
    { length: Math.ceil(keys.length / keysOfCall) },
    (_, index) => index * keysOfCall,
  );
  const calls = await pMap(starts, (start) => existingAmong(keys.slice(start, start + keysOfCall)), {
    concurrency: callsAtOnce,
  });
  return new Set(calls.flat());
}

async function existingAmong(keys: readonly Key[]): Promise<string[]> {
  const asked = { Keys: keys.map(keyOf), ConsistentRead: true, ProjectionExpression: "pk" };
  const command = new BatchGetCommand({ RequestItems: { [tableName()]: asked } });
  const { Responses = {}, UnprocessedKeys = {} } = await dynamodb().send(command, untilDeadline());
  if (Object.keys(UnprocessedKeys).length > 0) throw new HttpError("unavailable");
  return (Responses[tableName()] ?? []).map(({ pk }) => String(pk));
}

/** Returns the item parsed by `schema`; undefined if there is none. */
export async function readItem<S extends z.ZodMiniType>(
  key: Key,
  schema: S,
): Promise<z.output<S> | undefined> {
  const item = await getItem(key);
  return item && schema.parse(item);
}

/** Returns true if written, false if the condition failed. Throws `CustomerErased`. */
export async function updateItem(update: Update): Promise<boolean> {
  if (notErased([update]).length > 0) return tryTransactWrite([update]);
  return (await updateAndRead(update)) !== undefined;
}

/** Returns the updated item, or undefined if the condition failed. Not for new rows about a customer. */
export async function updateAndRead(update: Update): Promise<Item | undefined> {
  if (notErased([update]).length > 0) throw new Error(`${update.update.pk} needs a transaction`);
  const command = new UpdateCommand({ ...updateInput(tableName(), update), ReturnValues: "ALL_NEW" });
  try {
    return (await dynamodb().send(command, untilDeadline())).Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Puts a row without the check for an erased customer: for audit rows, and for restored customers. */
export async function putEvenIfErased(row: Row): Promise<void> {
  await dynamodb().send(new PutCommand({ ...table(), Item: row }), untilDeadline());
}

export async function deleteItem(key: Key): Promise<void> {
  await dynamodb().send(new DeleteCommand({ ...table(), Key: keyOf(key) }), untilDeadline());
}

type Query = Omit<QueryCommandInput, "TableName">;

async function* query(input: Query): AsyncGenerator<Row> {
  const pages = paginateQuery({ client: dynamodb() }, { ...table(), ...input }, untilDeadline());
  for await (const { Items = [] } of pages) yield* Items as Row[];
}

/** Yields the items of a partition that match the filter, by sort key. An eventually consistent read. */
export const queryItems = (pk: PartitionKey, filter: string, values: Item): AsyncGenerator<Row> =>
  query({
    KeyConditionExpression: "pk = :pk",
    FilterExpression: filter,
    ExpressionAttributeValues: { ...values, ":pk": pk },
  });

/** Returns the items of a partition by sort key, beginning at `from`. A strongly consistent read. */
export const readPartition = (pk: PartitionKey, from?: string): Promise<Row[]> =>
  Array.fromAsync(
    query({
      KeyConditionExpression: from === undefined ? "pk = :pk" : "pk = :pk AND sk >= :from",
      ExpressionAttributeValues: { ":pk": pk, ...(from !== undefined && { ":from": from }) },
      ConsistentRead: true,
    }),
  );

/**
 * Yields the items between two sort keys, both inclusive, in descending order, in pages of `limit`. An
 * eventually consistent read.
 */
export const queryNewest = (
  pk: PartitionKey,
  { from, to, limit }: { from: string; to: string; limit?: number },
): AsyncGenerator<Row> =>
  query({
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
    ScanIndexForward: false,
    Limit: limit,
  });

interface TableScan {
  filter: string;
  values: Item;
  /** The attributes to read; the function's grant names them. */
  attributes: readonly string[];
  /** Rows to read, whether they match or not. */
  limit: number;
  /** Begins after this row; undefined: at the first row. */
  after: Key | undefined;
}

/**
 * Returns the matching rows among the next `limit` rows, and the last row read; undefined at the end. An
 * eventually consistent read.
 */
export async function scanPage({
  filter,
  values,
  attributes,
  limit,
  after,
}: TableScan): Promise<{ items: Row[]; lastRow: Key | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new ScanCommand({
      ...table(),
      FilterExpression: filter,
      ExpressionAttributeValues: values,
      Select: "SPECIFIC_ATTRIBUTES",
      // Some names are reserved words.
      ProjectionExpression: attributes.map((name) => `#${name}`).join(),
      ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
      Limit: limit,
      ExclusiveStartKey: after,
    }),
    untilDeadline(),
  );
  return {
    items: Items as Row[],
    lastRow: LastEvaluatedKey && keyOf({ pk: LastEvaluatedKey.pk, sk: LastEvaluatedKey.sk }),
  };
}

/**
 * Thrown if a write would add a row about an erased customer. Nothing is written, and the API returns 401.
 */
export class CustomerErased extends HttpError {
  constructor() {
    super("unauthorized");
    this.name = "CustomerErased";
  }
}

/** Ignores `CustomerErased` in background work. */
export async function ignoreErased(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CustomerErased)) throw error;
    log("info", "the customer was erased meanwhile");
  }
}

/** Like `transactWrite`; returns false if a condition did not hold. */
export const tryTransactWrite = async (writes: readonly Write[]): Promise<boolean> =>
  (await firstRefused(writes)) === undefined;

/**
 * Like `transactWrite`; returns the index of the first write whose condition did not hold, undefined if all
 * were written.
 */
export async function firstRefused(writes: readonly Write[]): Promise<number | undefined> {
  try {
    await transactWrite(writes);
    return undefined;
  } catch (error) {
    const refused = error instanceof TransactionCanceled ? error.reasons.indexOf(refusal) : -1;
    if (refused < 0) throw error;
    return refused;
  }
}
const refusal = "ConditionalCheckFailed";

/**
 * Makes all writes or none. Retries after a conflict with another transaction and after throttling, then
 * throws 503. Throws `TransactionCanceled` if a condition did not hold, and `CustomerErased` if only the
 * check for an erased customer failed.
 */
export async function transactWrite(writes: readonly Write[]): Promise<void> {
  const checks = notErased(writes);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transact([...writes, ...checks]);
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = (error.CancellationReasons ?? []).map(({ Code = "None" }) => Code);
      if (reasons.indexOf(refusal) >= writes.length) throw new CustomerErased();
      if (!reasons.every((reason) => temporaryReasons.has(reason))) throw new TransactionCanceled(reasons);
      if (attempt >= transactionTries)
        throw new HttpError("unavailable", { cause: new TransactionCanceled(reasons) });
      await sleepUntilDeadline(Math.random() * 50 * 2 ** attempt);
    }
  }
}
const transactionTries = 6;
/** Source: DynamoDB API reference, TransactionCanceledException. */
const temporaryReasons = new Set([
  "None",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** The SDK adds a client request token, so that its own retries are idempotent. */
const transact = (writes: readonly Write[]) =>
  dynamodb().send(
    new TransactWriteCommand({ TransactItems: writes.map((write) => transactItem(tableName(), write)) }),
    untilDeadline(),
  );

const tableName = () => environment("TABLE_NAME");
const table = () => ({ TableName: tableName() });
