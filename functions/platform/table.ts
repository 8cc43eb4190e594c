/** The one table, in plain JavaScript values. What lies in it: docs/data.md. */
import { randomUUID } from "node:crypto";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, type NativeAttributeValue, unmarshall } from "@aws-sdk/util-dynamodb";
import { environment } from "../runtime/environment.ts";
import { AwsError, callAws, pause } from "./aws.ts";

export interface Key {
  pk: string;
  sk: string;
}
export type Item = Record<string, NativeAttributeValue>;
type Values = Record<string, NativeAttributeValue>;

interface Condition {
  condition?: string;
  /** For expression names that DynamoDB reserves. */
  names?: Record<`#${string}`, string>;
  values?: Values;
}
export type Put = Condition & { put: Key & Item };
export type Update = Condition & { update: Key; expression: string };
export type Delete = Condition & { delete: Key };
export type Write = Put | Update | Delete;

/** Why each write of a transaction was refused, `None` where it was not; same order as the writes. */
export class WritesRefused extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(`writes refused: ${reasons.join(", ")}`);
    this.name = "WritesRefused";
    this.reasons = reasons;
  }
  /** The condition of that write did not hold. */
  failedAt(index: number): boolean {
    return this.reasons[index] === "ConditionalCheckFailed";
  }
}

const tries = 3;
const timeoutMs = 2000;

async function call(operation: string, input: Record<string, unknown>): Promise<object> {
  const target = `DynamoDB_20120810.${operation}`;
  const answer = await callAws({ service: "dynamodb", target, body: input, attempts: tries, timeoutMs });
  return Object(answer);
}

type WireItem = Record<string, AttributeValue>;
const fromWire = (item: unknown): Item | undefined =>
  item === undefined ? undefined : unmarshall(item as WireItem);
const toWire = (value: Item) => marshall(value, { removeUndefinedValues: true });

/** Sees every write that was answered before it. */
export async function getItem(key: Key): Promise<Item | undefined> {
  const input = { TableName: environment("TABLE_NAME"), Key: toWire({ ...key }), ConsistentRead: true };
  return fromWire(Reflect.get(await call("GetItem", input), "Item"));
}

/** True when written, false when the condition did not hold. */
export async function updateItem(update: Update): Promise<boolean> {
  return (await updateAndRead(update)) !== undefined;
}

/** The item as it is afterwards, undefined when the condition did not hold. */
export async function updateAndRead(update: Update): Promise<Item | undefined> {
  try {
    const answer = await call("UpdateItem", { ...updateInput(update), ReturnValues: "ALL_NEW" });
    return fromWire(Reflect.get(answer, "Attributes"));
  } catch (error) {
    if (error instanceof AwsError && error.code === "ConditionalCheckFailedException") return undefined;
    throw error;
  }
}

export async function deleteItem(key: Key): Promise<void> {
  await call("DeleteItem", { TableName: environment("TABLE_NAME"), Key: toWire({ ...key }) });
}

/** Up to `limit` items of a partition in the order of their sort keys, among them only those the filter lets through. */
export async function* queryItems(pk: string, filter: string, values: Values): AsyncGenerator<Key & Item> {
  let startKey: unknown;
  do {
    const page = await call("Query", {
      TableName: environment("TABLE_NAME"),
      KeyConditionExpression: "pk = :pk",
      FilterExpression: filter,
      ExpressionAttributeValues: toWire({ ...values, ":pk": pk }),
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    for (const item of Reflect.get(page, "Items")) yield unmarshall(item) as Key & Item;
    startKey = Reflect.get(page, "LastEvaluatedKey");
  } while (startKey !== undefined);
}

/**
 * All of the writes or none. Tries again when another transaction was at the same items; throws `WritesRefused` when a
 * condition did not hold.
 */
export async function writeTogether(writes: readonly Write[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transact(writes);
      return;
    } catch (error) {
      const refused = asRefusal(error);
      if (!refused) throw error;
      const isCollision = refused.reasons.every((reason) => ["None", "TransactionConflict"].includes(reason));
      if (attempt >= collisionTries || !isCollision) throw refused;
      await pause(attempt);
    }
  }
}
const collisionTries = 6;

/** The token makes a repeated request of ours the same transaction. */
const transact = (writes: readonly Write[]) =>
  call("TransactWriteItems", {
    ClientRequestToken: randomUUID(),
    TransactItems: writes.map(transactItem),
  });

function transactItem(write: Write) {
  if ("put" in write) return { Put: putInput(write) };
  return "delete" in write ? { Delete: deleteInput(write) } : { Update: updateInput(write) };
}

function asRefusal(error: unknown): WritesRefused | undefined {
  if (!(error instanceof AwsError) || error.code !== "TransactionCanceledException") return undefined;
  const reasons: { Code?: string }[] = Reflect.get(Object(error.answer), "CancellationReasons") ?? [];
  return new WritesRefused(reasons.map(({ Code = "None" }) => Code));
}

const putInput = ({ put, ...condition }: Put) => ({
  TableName: environment("TABLE_NAME"),
  Item: toWire(put),
  ...conditionInput(condition),
});

const updateInput = ({ update, expression, ...condition }: Update) => ({
  TableName: environment("TABLE_NAME"),
  Key: toWire({ ...update }),
  UpdateExpression: expression,
  ...conditionInput(condition),
});

const deleteInput = ({ delete: key, ...condition }: Delete) => ({
  TableName: environment("TABLE_NAME"),
  Key: toWire({ ...key }),
  ...conditionInput(condition),
});

const conditionInput = ({ condition, names, values }: Condition) => ({
  ...(condition === undefined ? {} : { ConditionExpression: condition }),
  ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
  ...(values === undefined ? {} : { ExpressionAttributeValues: toWire(values) }),
});
