/** Rows of the portal's table, as commands read and write them. */
import { paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { dynamodb } from "#functions/platform/aws-clients.ts";
import { type Item, type Key, type Row, tryTransactWrite, type Write } from "#functions/platform/table.ts";
import { keyOf } from "#functions/platform/write-input.ts";
import { environment } from "#functions/runtime/environment.ts";
import { type IndexName, tableSettings } from "#infra/settings/table.ts";
import { CommandRefused } from "./command.ts";
import { issuesIn } from "./show.ts";

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

interface IndexQuery {
  /** The value of the index's partition key. */
  key: string;
  /** The beginning of its sort key. */
  beginning?: string;
  /** More rows are not read. */
  most?: number;
}

/**
 * Returns the table's keys of rows in an index. A write of the last second may be missing: DynamoDB updates indexes
 * later.
 */
export async function queryIndex(index: IndexName, { key, beginning, most }: IndexQuery): Promise<Key[]> {
  const { partitionKey, sortKey } = tableSettings.indexes[index];
  const query = {
    TableName: environment("TABLE_NAME"),
    IndexName: index,
    Limit: most,
    KeyConditionExpression:
      beginning === undefined ? "#key = :key" : "#key = :key AND begins_with(#sort, :beginning)",
    ExpressionAttributeNames: { "#key": partitionKey, ...(beginning !== undefined && { "#sort": sortKey }) },
    ExpressionAttributeValues: { ":key": key, ...(beginning !== undefined && { ":beginning": beginning }) },
  };
  const keys: Key[] = [];
  for await (const { Items = [] } of paginateQuery({ client: dynamodb() }, query)) {
    keys.push(...(Items as Row[]).map(keyOf));
    if (most !== undefined && keys.length >= most) break;
  }
  return keys;
}

/** Scans the whole table in pages of 1 MB, with the filter. */
export async function* scanPages(filter: string, values: Item): AsyncGenerator<Row[]> {
  const scan = {
    TableName: environment("TABLE_NAME"),
    ConsistentRead: true,
    FilterExpression: filter,
    ExpressionAttributeValues: values,
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb() }, scan)) yield Items as Row[];
}

/** Writes one transaction. Throws `CommandRefused` with `refusal` if a condition failed. */
export async function writeOrRefuse(
  writes: readonly Write[],
  refusal = "The customer changed in the meantime, and nothing was written: run it again.",
): Promise<void> {
  if (!(await tryTransactWrite(writes))) throw new CommandRefused(refusal);
}
