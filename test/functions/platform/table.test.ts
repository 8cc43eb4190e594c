import { describe, expect, test } from "vitest";
import { TransactionCanceled, transactWrite, type Update } from "#functions/platform/table.ts";
import { type FakeAnswer, startFakeAws } from "../support/fake-aws.ts";

const aws = await startFakeAws();

const canceled = (...codes: string[]): FakeAnswer => ({
  status: 400,
  body: JSON.stringify({
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    CancellationReasons: codes.map((Code) => ({ Code })),
  }),
});
const write = () =>
  transactWrite([
    { put: { pk: "CUSTOMER#a", sk: "b", left: undefined, kept: [1] } },
    { put: { pk: "CUSTOMER#a", sk: "c" } },
  ]);
const tokens = () => aws.received.map(({ body }) => JSON.parse(body).ClientRequestToken);

describe("writing together", () => {
  test("tries again when another transaction was at the same items", async () => {
    aws.answers.push(canceled("TransactionConflict", "None"), canceled("None", "TransactionConflict"));
    await write();
    expect(aws.received).toHaveLength(3);
    expect(new Set(tokens()).size).toBe(3);
  });

  test("does not try again when a condition did not hold", async () => {
    aws.answers.push(canceled("TransactionConflict", "ConditionalCheckFailed"));
    const error: unknown = await write().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransactionCanceled);
    expect(error).toHaveProperty("reasons", ["TransactionConflict", "ConditionalCheckFailed"]);
    expect(aws.received).toHaveLength(1);
  });

  test("is the same transaction when only the answer was lost", async () => {
    aws.answers.push("break");
    await write();
    expect(aws.received).toHaveLength(2);
    expect(new Set(tokens()).size).toBe(1);
  });

  test.each(["ThrottlingError", "ProvisionedThroughputExceeded"])("tries again after %s", async (busy) => {
    aws.answers.push(canceled("None", busy));
    await write();
    expect(aws.received).toHaveLength(2);
  });

  test.each(["TransactionConflict", "ThrottlingError"])("is 503 when %s does not end", async (reason) => {
    aws.answers.push(...Array.from({ length: 9 }, () => canceled(reason)));
    await expect(write()).rejects.toMatchObject({ code: "unavailable" });
    expect(aws.received.length).toBeLessThan(9);
  });

  test("leaves out what is undefined", async () => {
    await write();
    const { TransactItems } = JSON.parse(aws.received[0]?.body ?? "{}");
    expect(TransactItems[0].Put.Item).toEqual({
      pk: { S: "CUSTOMER#a" },
      sk: { S: "b" },
      kept: { L: [{ N: "1" }] },
    });
  });

  test("names what an update sets, removes and adds, for reserved words", async () => {
    const update: Update = {
      update: { pk: "CUSTOMER#a", sk: "b" },
      set: { state: "open", until: undefined, text: null },
      setOnce: { at: 1 },
      add: { version: 1 },
      condition: "#state = :seen",
      values: { ":seen": "creating" },
    };
    await transactWrite([update, { update: { pk: "CUSTOMER#a", sk: "c" }, set: { text: null } }]);
    const [first, second] = JSON.parse(aws.received[0]?.body ?? "{}").TransactItems;
    expect(first.Update).toMatchObject({
      UpdateExpression:
        "SET #state = :new_state, #at = if_not_exists(#at, :new_at) REMOVE #text ADD #version :new_version",
      ConditionExpression: "attribute_exists(pk) AND (#state = :seen)",
      ExpressionAttributeNames: { "#state": "state", "#text": "text", "#at": "at", "#version": "version" },
      ExpressionAttributeValues: {
        ":new_state": { S: "open" },
        ":new_at": { N: "1" },
        ":new_version": { N: "1" },
        ":seen": { S: "creating" },
      },
    });
    expect(second.Update).not.toHaveProperty("ExpressionAttributeValues");
  });
});
