import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { networksOf } from "#functions/platform/networks.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import { connect, deletePartition } from "./table.ts";

/** All journeys come from this machine, and an address may send ten codes an hour: starts that hour anew. */
export const startNewSmsHour = (): Promise<void> =>
  deletePartition(`RATE#SMS#ADDRESS#${networksOf("127.0.0.1").narrow}`);

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
