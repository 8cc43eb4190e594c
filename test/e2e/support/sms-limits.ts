import { DeleteItemCommand, paginateScan, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { toInternationalNumber } from "../../../shared/normalize.ts";
import { connect } from "./table.ts";

/** All journeys come from one address, and an address may send ten codes an hour: starts that hour anew. */
export async function startNewSmsHour(): Promise<void> {
  const { dynamodb: client, TableName } = await connect();
  const counters = {
    TableName,
    FilterExpression: "begins_with(pk, :counter)",
    ExpressionAttributeValues: { ":counter": { S: "RATE#ADDRESS#" } },
    ProjectionExpression: "pk, sk",
  };
  for await (const { Items = [] } of paginateScan({ client }, counters)) {
    for (const Key of Items) await client.send(new DeleteItemCommand({ TableName, Key }));
  }
}

/** Lets the 60 seconds pass that the server asks for between two codes to one number. */
export async function letSmsWaitPass(phoneNumber: string): Promise<void> {
  const { dynamodb, TableName } = await connect();
  await dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key: { pk: { S: `PHONE#${toInternationalNumber(phoneNumber)}` }, sk: { S: "LIVE" } },
      UpdateExpression: "SET lastSentAt = lastSentAt - :minute",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":minute": { N: "60000" } },
    }),
  );
}
