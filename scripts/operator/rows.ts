/** Rows of the portal's table, as commands read and write them. */
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { dynamodb } from "#functions/platform/aws-clients.ts";
import { type Item, type Row, type Write, writeIf } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { CommandRefused } from "./command.ts";

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

/** Scans the whole table in pages of 1 MB, with the filter. `names`: of attributes that are reserved words. */
export async function* scanPages(
  filter: string,
  values: Item,
  names?: Record<`#${string}`, string>,
): AsyncGenerator<Row[]> {
  const scan = {
    TableName: environment("TABLE_NAME"),
    ConsistentRead: true,
    FilterExpression: filter,
    ExpressionAttributeValues: values,
    ...(names && { ExpressionAttributeNames: names }),
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb() }, scan)) yield Items as Row[];
}

/** Writes one transaction. Throws `CommandRefused` with `refusal` if a condition failed. */
export async function writeOrRefuse(
  writes: readonly Write[],
  refusal = "The customer changed in the meantime, and nothing was written: run it again.",
): Promise<void> {
  if (!(await writeIf(writes))) throw new CommandRefused(refusal);
}
