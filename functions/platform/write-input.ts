/** Parts of requests to DynamoDB, in plain JavaScript values. */
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Check, Delete, Key, Put, Update, Write } from "./table.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

export function transactItem(TableName: string, write: Write): TransactItem {
  const parts = { TableName, ...conditionInput(write) };
  if ("put" in write) return { Put: { ...parts, Item: write.put } };
  if ("delete" in write) return { Delete: { ...parts, Key: keyOf(write.delete) } };
  if ("check" in write)
    return { ConditionCheck: { ...parts, Key: keyOf(write.check), ConditionExpression: write.condition } };
  return { Update: updateInput(TableName, write) };
}

export const updateInput = (TableName: string, { update, expression, ...condition }: Update) => ({
  TableName,
  Key: keyOf(update),
  UpdateExpression: expression,
  ...conditionInput(condition),
});

/** Picks the key of a whole row. */
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

type Condition = Pick<Put | Delete | Check, "condition" | "names" | "values">;

const conditionInput = ({ condition, names, values }: Condition) => ({
  ...(condition === undefined ? {} : { ConditionExpression: condition }),
  ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
  ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
});
