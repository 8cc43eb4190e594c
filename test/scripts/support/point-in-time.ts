import { PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { identifiers } from "#scripts/local/identifiers.ts";
import { ensureTable } from "#scripts/local/seed/table.ts";
import type { Portal } from "#test/functions/support/portal.ts";

/** The table as it is now under another name, as a restore to a point in time makes it. */
export async function copyTable({ dynamodb }: Portal, TableName: string): Promise<void> {
  await ensureTable(dynamodb, TableName);
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: identifiers.tableName }));
  for (const Item of Items) await dynamodb.send(new PutItemCommand({ TableName, Item }));
}
