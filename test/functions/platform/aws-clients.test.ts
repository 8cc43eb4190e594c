import { describe, expect, test } from "vitest";
import { getItem } from "#functions/platform/table.ts";
import { isAwsError, isServiceDown } from "#functions/runtime/aws-errors.ts";
import { withDeadline } from "#functions/runtime/deadline.ts";
import { errorFields } from "#functions/runtime/log.ts";
import { type FakeAnswer, startFakeAws } from "../support/fake-aws.ts";
import { stopTimeLimits } from "../support/time-limits.ts";

const aws = await startFakeAws();

const call = () => getItem({ pk: "CUSTOMER#a", sk: "b" });
const thrown = () => call().catch((error: unknown) => error);
const failure = (status: number, type: string): FakeAnswer => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify({ __type: type, message: "quotes what was sent" }),
});
const busy = failure(400, "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException");
const broken = failure(500, "com.amazonaws.dynamodb.v20120810#InternalServerError");

test("the clients send signed requests and return plain values", async () => {
  aws.answers.push({ status: 200, body: '{"Item":{"pk":{"S":"a"},"n":{"N":"1"}}}' });
  expect(await call()).toEqual({ pk: "a", n: 1 });
  const [{ headers, body } = { headers: {}, body: "{}" }] = aws.received;
  expect(headers).toMatchObject({
    "x-amz-target": "DynamoDB_20120810.GetItem",
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/ap-northeast-1\/dynamodb\//,
    ),
  });
  expect(JSON.parse(body)).toEqual({
    TableName: "table",
    Key: { pk: { S: "CUSTOMER#a" }, sk: { S: "b" } },
    ConsistentRead: true,
  });
});

describe("tries again", () => {
  test.each([
    ["a failure", broken],
    ["a busy service", busy],
    ["a broken connection", "break"],
    ["silence", "wait"],
  ] as const)("after %s", async (_, first) => {
    aws.answers.push(first, { status: 200, body: "{}" });
    expect(await call()).toBeUndefined();
    expect(aws.received).toHaveLength(2);
  });

  test.each([
    ["broken", broken],
    ["busy", busy],
    ["unreachable", "break"],
  ] as const)("three times in all, and then the service is down: %s", async (_, answer) => {
    aws.answers.push(answer, answer, answer, answer);
    expect(isServiceDown(await thrown())).toBe(true);
    expect(aws.received).toHaveLength(3);
  });
});

test.each([
  ["a known refusal", failure(400, "com.amazonaws.dynamodb.v20120810#ValidationException")],
  ["an unknown refusal", { status: 403, body: "<html>quotes what was sent</html>" }],
])("%s is not repeated, and the log says nothing of what was sent", async (_, answer) => {
  aws.answers.push(answer);
  const error = await thrown();
  expect([isAwsError(error), isServiceDown(error)]).toEqual([true, false]);
  expect(errorFields(error).error).toMatch(new RegExp(`^\\w+ ${answer.status}\\n\\s+at `));
  expect(JSON.stringify(errorFields(error))).not.toContain("quotes");
  expect(aws.received).toHaveLength(1);
});

test("a request ends at its deadline, also if the service hangs", async () => {
  aws.answers.push("wait", "wait", "wait");
  const time = stopTimeLimits();
  const calling = withDeadline(thrown, { requestMs: 300, providerMs: 200 });
  await expect.poll(() => aws.received).toHaveLength(1);
  time.pass(300);
  const error = await calling;
  expect(error).toMatchObject({ name: "AbortError" });
  expect(isServiceDown(error)).toBe(true);
  expect(aws.received).toHaveLength(1);
});
