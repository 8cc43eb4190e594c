import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Order } from "./command.ts";

/**
 * Appends to the customer's audit trail what is about to be done, by whom and why. `accessKeyId` leads to the person in
 * CloudTrail. Written first, so that nothing is done without a trace.
 */
export async function writeAudit(sub: string, action: string, order: Order): Promise<void> {
  const { cognito, dynamodb, table, reason } = order;
  const { accessKeyId } = await cognito.config.credentials();
  const at = new Date().toISOString();
  const item = {
    pk: `CUSTOMER#${sub}`,
    sk: `AUDIT#${at}#${randomUUID()}`,
    action,
    operator: `${userInfo().username}@${hostname()}`,
    accessKeyId,
    reason,
  };
  await dynamodb.send(new PutItemCommand({ TableName: table, Item: marshall(item) }));
}
