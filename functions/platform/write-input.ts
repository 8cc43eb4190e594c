/** What is written to DynamoDB, and the parts of its requests, in plain JavaScript values. */
import type { NativeAttributeValue, TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

export interface Key {
  pk: string;
  sk: string;
}
export type Item = Record<string, NativeAttributeValue>;
export type Row = Key & Item;

interface Condition {
  condition?: string;
  /** Expression attribute names, for reserved words. */
  names?: Record<`#${string}`, string>;
  values?: Item;
}
export type Put = Condition & { put: Row };
export type Update = Condition & { update: Key; expression: string };
export type Delete = Condition & { delete: Key };
/** Writes nothing. */
export type Check = Condition & { check: Key; condition: string };
export type Write = Put | Update | Delete | Check;

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

const conditionInput = ({ condition, names, values }: Condition) => ({
  ...(condition === undefined ? {} : { ConditionExpression: condition }),
  ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
  ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
});
