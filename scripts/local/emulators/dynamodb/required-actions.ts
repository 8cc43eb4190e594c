/** Which IAM actions a DynamoDB call needs. Source: service authorization reference, DynamoDB. */
import { z } from "zod";

/** A transaction is allowed item by item: there is no `dynamodb:TransactWriteItems`. */
const transactionActions: Record<string, string> = {
  Put: "dynamodb:PutItem",
  Update: "dynamodb:UpdateItem",
  Delete: "dynamodb:DeleteItem",
  ConditionCheck: "dynamodb:ConditionCheckItem",
  Get: "dynamodb:GetItem",
};
const transactionSchema = z.object({ TransactItems: z.array(z.record(z.string(), z.unknown())) });
const tableSchema = z.object({ TableName: z.string() });

export function requiredActions(operation: string, body: Buffer): string[] {
  if (operation !== "TransactWriteItems" && operation !== "TransactGetItems")
    return [`dynamodb:${operation}`];
  const parsed = transactionSchema.safeParse(parseJson(body));
  // What DynamoDB itself would refuse is left to it.
  if (!parsed.success) return [];
  const kinds = parsed.data.TransactItems.flatMap((item) => Object.keys(item));
  return [...new Set(kinds)].flatMap((kind) => transactionActions[kind] ?? []);
}

/** For the error's sentence only. */
export function tableName(body: Buffer): string {
  const parsed = tableSchema.safeParse(parseJson(body));
  return parsed.success ? parsed.data.TableName : "*";
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
