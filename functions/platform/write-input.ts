/** The inputs of DynamoDB writes in plain JavaScript values, and the SDK's inputs for them. */
import type { NativeAttributeValue, TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { PartitionKey } from "#shared/partitions.ts";

export interface Key {
  pk: PartitionKey;
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
/** Its condition may name changed attributes, e.g. `#state` for `state`. */
export type Update = Condition & {
  update: Key;
  /** Attributes and their new values: null removes one, undefined leaves it as it is. */
  set?: Item;
  /** New values for attributes that the item does not have yet. */
  setOnce?: Item;
  /** Increments of numbers, and elements to add to sets. */
  add?: Record<string, number | ReadonlySet<number>>;
  /** Allows a new item. Without it the item must exist. */
  creates?: true;
};
export type Delete = Condition & { delete: Key };
/** A condition on an item that is not written. */
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

export function updateInput(
  TableName: string,
  { update, set, setOnce, add, creates, condition, names, values }: Update,
) {
  const changed = definedIn(set).filter(([, value]) => value !== null);
  const removed = definedIn(set).filter(([, value]) => value === null);
  const once = definedIn(setOnce);
  const added = definedIn(add);
  const clauses = [
    clause("SET", [
      ...changed.map(([name]) => `#${name} = :new_${name}`),
      ...once.map(([name]) => `#${name} = if_not_exists(#${name}, :new_${name})`),
    ]),
    clause(
      "REMOVE",
      removed.map(([name]) => `#${name}`),
    ),
    clause(
      "ADD",
      added.map(([name]) => `#${name} :new_${name}`),
    ),
  ];
  const withValue = [...changed, ...once, ...added];
  const changedNames = Object.fromEntries([...withValue, ...removed].map(([name]) => [`#${name}`, name]));
  const newValues = Object.fromEntries(withValue.map(([name, value]) => [`:new_${name}`, value]));
  return {
    TableName,
    Key: keyOf(update),
    UpdateExpression: clauses.filter((each) => each !== "").join(" "),
    ...conditionInput({
      ...(creates ? condition !== undefined && { condition } : { condition: ofExisting(condition) }),
      names: { ...changedNames, ...names },
      values: { ...newValues, ...values },
    }),
  };
}

const ofExisting = (condition: string | undefined): string =>
  condition === undefined ? "attribute_exists(pk)" : `attribute_exists(pk) AND (${condition})`;

const definedIn = (values: Item = {}) => Object.entries(values).filter(([, value]) => value !== undefined);
const clause = (verb: string, changes: readonly string[]): string =>
  changes.length === 0 ? "" : `${verb} ${changes.join(", ")}`;

/** Returns the key of a row. */
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** DynamoDB refuses empty maps of names and values. */
const conditionInput = ({ condition, names = {}, values = {} }: Condition) => ({
  ...(condition !== undefined && { ConditionExpression: condition }),
  ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
});
