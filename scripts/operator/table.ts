/** The portal's table, read and written with the operator's own credentials. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Item, Key, Put, Write } from "#functions/platform/table.ts";
import { keyOf, transactItem } from "#functions/platform/write-input.ts";
import { CommandRefused, type Target } from "./command.ts";

type Store = Pick<Target, "dynamodb" | "table">;
export type Row = Key & Item;

const clientOf = ({ dynamodb }: Store) =>
  DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } });
const toRow = (item: Item): Row => ({ pk: "", sk: "", ...item });

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

export async function readRow(store: Store, key: Key): Promise<Row | undefined> {
  const { Item } = await clientOf(store).send(
    new GetCommand({ TableName: store.table, Key: keyOf(key), ConsistentRead: true }),
  );
  return Item && toRow(Item);
}

/** In the order of their sort keys. */
export async function readPartition(store: Store, pk: string): Promise<Row[]> {
  const rows: Row[] = [];
  const query = {
    TableName: store.table,
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
  };
  for await (const { Items = [] } of paginateQuery({ client: clientOf(store) }, query))
    rows.push(...Items.map(toRow));
  return rows;
}

/** Scans the whole table in pages of 1 MB, with the filter. */
export async function* scanPages(
  store: Store,
  filter: string,
  values: Item,
  names?: Record<`#${string}`, string>,
): AsyncGenerator<Row[]> {
  const scan = {
    TableName: store.table,
    ConsistentRead: true,
    FilterExpression: filter,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
  for await (const { Items = [] } of paginateScan({ client: clientOf(store) }, scan)) yield Items.map(toRow);
}

export async function putRow(store: Store, { put }: Put): Promise<void> {
  await clientOf(store).send(new PutCommand({ TableName: store.table, Item: put }));
}

/** Writes one transaction. Throws `CommandRefused` with `refusal` if a condition failed. */
export async function writeTogether(
  store: Store,
  writes: readonly Write[],
  refusal = "The customer changed in the meantime, and nothing was written: run it again.",
): Promise<void> {
  const TransactItems = writes.map((write) => transactItem(store.table, write));
  try {
    await clientOf(store).send(new TransactWriteCommand({ TransactItems }));
  } catch (cause) {
    if (!(cause instanceof TransactionCanceledException)) throw cause;
    throw new CommandRefused(refusal, { cause });
  }
}
