import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Portal } from "./portal.ts";

/** Puts many rows into the table, without any check. */
export async function putAll({ dynamodb }: Pick<Portal, "dynamodb">, items: Record<string, unknown>[]) {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: marshall(item) } }));
    const RequestItems = { [identifiers.tableName]: requests };
    await dynamodb.send(new BatchWriteItemCommand({ RequestItems }));
  }
}
