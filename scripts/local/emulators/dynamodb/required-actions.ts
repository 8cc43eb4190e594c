/** Computes the IAM actions that a DynamoDB call needs, and their partitions. Source: service authorization reference, DynamoDB. */
import { z } from "zod";
import { parseJson } from "../../http.ts";

/** A transaction is allowed item by item: there is no `dynamodb:TransactWriteItems`. */
const transactionActions: Record<string, string> = {
  Put: "dynamodb:PutItem",
  Update: "dynamodb:UpdateItem",
  Delete: "dynamodb:DeleteItem",
  ConditionCheck: "dynamodb:ConditionCheckItem",
  Get: "dynamodb:GetItem",
};
const partitionKey = z.object({ pk: z.object({ S: z.string() }) });
const itemSchema = z.union([
  z.object({ Key: partitionKey }).transform(({ Key }) => Key.pk.S),
  z.object({ Item: partitionKey }).transform(({ Item }) => Item.pk.S),
]);
const querySchema = z.object({
  KeyConditionExpression: z.string(),
  ExpressionAttributeValues: z.record(z.string(), z.unknown()),
});
const transactionSchema = z.object({ TransactItems: z.array(z.record(z.string(), z.unknown())) });
const batchSchema = z.object({
  RequestItems: z.record(z.string(), z.object({ Keys: z.array(partitionKey) })),
});
const tableSchema = z.object({ TableName: z.string() });

export interface Access {
  action: string;
  /** Of the item that the call names by its key or writes, or of the items that it queries. */
  partition: string | undefined;
  /** Of a scan that names what it returns: that, and what it filters by. */
  attributes?: readonly string[] | undefined;
}

export function requiredAccess(operation: string, body: Buffer): Access[] {
  const json = parseJson(body);
  if (operation === "BatchGetItem") return batchAccess(json);
  if (operation !== "TransactWriteItems" && operation !== "TransactGetItems")
    return [
      { action: `dynamodb:${operation}`, partition: partitionOf(json), attributes: attributesOf(json) },
    ];
  const parsed = transactionSchema.safeParse(json);
  // DynamoDB itself refuses an invalid request.
  if (!parsed.success) return [];
  return parsed.data.TransactItems.flatMap((item) => Object.entries(item)).flatMap(([kind, part]) => {
    const action = transactionActions[kind];
    return action === undefined ? [] : [{ action, partition: partitionOf(part) }];
  });
}

function batchAccess(json: unknown): Access[] {
  const batch = batchSchema.safeParse(json);
  if (!batch.success) return [];
  const keys = Object.values(batch.data.RequestItems).flatMap(({ Keys }) => Keys);
  return keys.map(({ pk }) => ({ action: "dynamodb:BatchGetItem", partition: pk.S }));
}

function partitionOf(part: unknown): string | undefined {
  const item = itemSchema.safeParse(part);
  return item.success ? item.data : queriedPartition(part);
}

function queriedPartition(part: unknown): string | undefined {
  const query = querySchema.safeParse(part);
  if (!query.success) return undefined;
  const [, name = ""] = /\bpk\s*=\s*(:\w+)/.exec(query.data.KeyConditionExpression) ?? [];
  return z.object({ S: z.string() }).safeParse(query.data.ExpressionAttributeValues[name]).data?.S;
}

const scanSchema = z.object({
  Select: z.literal("SPECIFIC_ATTRIBUTES"),
  ProjectionExpression: z.string(),
  FilterExpression: z.string().default(""),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
});
const operators = new Set([
  "and",
  "or",
  "not",
  "in",
  "attribute_exists",
  "attribute_not_exists",
  "begins_with",
]);

function attributesOf(part: unknown): string[] | undefined {
  const scan = scanSchema.safeParse(part);
  if (!scan.success) return undefined;
  const { ProjectionExpression, FilterExpression, ExpressionAttributeNames: names } = scan.data;
  const words = `${ProjectionExpression} ${FilterExpression}`.match(/[:#]?\w+/g) ?? [];
  return words
    .filter((word) => !word.startsWith(":") && !operators.has(word.toLowerCase()))
    .map((word) => names[word] ?? word);
}

/** For the error's sentence only. */
export function tableName(body: Buffer): string {
  const parsed = tableSchema.safeParse(parseJson(body));
  return parsed.success ? parsed.data.TableName : "*";
}
