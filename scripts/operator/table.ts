/** The portal's table, read and written with the operator's own credentials. */
import {
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  paginateScan,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import type { Item, Key, Put, Write } from "../../functions/platform/table.ts";
import { CommandRefused, type Target } from "./command.ts";

type Store = Pick<Target, "dynamodb" | "table">;
export type Row = Key & Item;

const toWire = (item: Item) => marshall(item, { removeUndefinedValues: true });
const toRow = (item: Parameters<typeof unmarshall>[0]): Row => ({ pk: "", sk: "", ...unmarshall(item) });

/** A row that is not as the portal writes it. */
export class UnreadableRow extends CommandRefused {}

/** Throws `UnreadableRow` with the key and what is wrong, never with a value. */
export function parseRow<T>(row: Row, parse: (row: unknown) => T): T {
  try {
    return parse(row);
  } catch (cause) {
    if (!(cause instanceof z.core.$ZodError)) throw cause;
    throw new UnreadableRow(`The row ${row.pk} ${row.sk} cannot be read: ${issuesIn(cause)}.`, { cause });
  }
}

/** `plan: Invalid input; version: Invalid input` */
export const issuesIn = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");

export async function readRow({ dynamodb, table }: Store, key: Key): Promise<Row | undefined> {
  const { Item } = await dynamodb.send(
    new GetItemCommand({ TableName: table, Key: toWire({ ...key }), ConsistentRead: true }),
  );
  return Item && toRow(Item);
}

/** In the order of their sort keys. */
export async function readPartition({ dynamodb, table }: Store, pk: string): Promise<Row[]> {
  const rows: Row[] = [];
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: toWire({ ":pk": pk }),
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query))
    rows.push(...Items.map(toRow));
  return rows;
}

/** Scans the whole table in pages of 1 MB, with the filter. */
export async function* scanPages(
  { dynamodb, table }: Store,
  filter: string,
  values: Item,
  names?: Record<`#${string}`, string>,
): AsyncGenerator<Row[]> {
  const scan = {
    TableName: table,
    ConsistentRead: true,
    FilterExpression: filter,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: toWire(values),
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, scan)) yield Items.map(toRow);
}

export async function putRow({ dynamodb, table }: Store, { put }: Put): Promise<void> {
  await dynamodb.send(new PutItemCommand({ TableName: table, Item: toWire(put) }));
}

/** Writes one transaction. Throws `CommandRefused` with `refusal` if a condition failed. */
export async function writeTogether(
  { dynamodb, table }: Store,
  writes: readonly Write[],
  refusal = "The customer changed in the meantime, and nothing was written: run it again.",
): Promise<void> {
  const TransactItems = writes.map((write) => transactItem(table, write));
  try {
    await dynamodb.send(new TransactWriteItemsCommand({ TransactItems }));
  } catch (cause) {
    if (!(cause instanceof TransactionCanceledException)) throw cause;
    throw new CommandRefused(refusal, { cause });
  }
}

/** All of the writes, or none and false when a condition does not hold. */
export async function writeIfNew(store: Store, writes: readonly Write[]): Promise<boolean> {
  try {
    await writeTogether(store, writes);
    return true;
  } catch (error) {
    const cause = error instanceof CommandRefused ? error.cause : undefined;
    const reasons = cause instanceof TransactionCanceledException ? cause.CancellationReasons : undefined;
    if (reasons?.some(({ Code }) => Code === "ConditionalCheckFailed")) return false;
    throw error;
  }
}

function transactItem(TableName: string, write: Write): TransactWriteItem {
  const condition = {
    TableName,
    ConditionExpression: write.condition,
    ExpressionAttributeNames: write.names,
    ExpressionAttributeValues: write.values && toWire(write.values),
  };
  if ("put" in write) return { Put: { ...condition, Item: toWire(write.put) } };
  if ("delete" in write) return { Delete: { ...condition, Key: toWire({ ...write.delete }) } };
  if ("check" in write)
    return {
      ConditionCheck: { ...condition, Key: toWire({ ...write.check }), ConditionExpression: write.condition },
    };
  const { update, expression } = write;
  return { Update: { ...condition, Key: toWire({ ...update }), UpdateExpression: expression } };
}
