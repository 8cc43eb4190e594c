import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AwsError, callAws } from "../../../functions/platform/aws.ts";
import { endpointOf } from "../../../functions/platform/aws-signer.ts";
import { NoAnswer } from "../../../functions/platform/http.ts";
import { type FakeAnswer, startFakeAws } from "../support/fake-aws.ts";

let aws: Awaited<ReturnType<typeof startFakeAws>>;
beforeEach(async () => {
  aws = await startFakeAws();
});
afterEach(() => aws.close());

const call = (attempts = 3, timeoutMs = 1000) =>
  callAws({ service: "dynamodb", target: "DynamoDB_20120810.GetItem", body: { a: 1 }, attempts, timeoutMs });
const failure = (status: number, type: string): FakeAnswer => ({
  status,
  body: JSON.stringify({ __type: type, message: "quotes what was sent" }),
});
const busy = failure(400, "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException");

test("asks in the service's protocol and hands back what it answers", async () => {
  aws.answers.push({ status: 200, body: '{"Item":{}}' });
  expect(await call()).toEqual({ Item: {} });
  expect(aws.received).toMatchObject([
    {
      headers: {
        "x-amz-target": "DynamoDB_20120810.GetItem",
        "content-type": "application/x-amz-json-1.0",
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/ap-northeast-1\/dynamodb\//,
        ),
      },
      body: '{"a":1}',
    },
  ]);
});

describe("tries again", () => {
  test.each([
    ["a failure", failure(500, "InternalServerError")],
    ["a busy service", busy],
    ["a broken connection", "break"],
    ["silence", "wait"],
  ] as const)("after %s", async (_, first) => {
    aws.answers.push(first, { status: 200, body: "{}" });
    expect(await call(3, 200)).toEqual({});
    expect(aws.received).toHaveLength(2);
  });

  test("as often as it is told, then says what happened", async () => {
    aws.answers.push(busy, busy, busy, busy);
    await expect(call(3)).rejects.toMatchObject({ code: "ProvisionedThroughputExceededException" });
    expect(aws.received).toHaveLength(3);
    aws.answers.push("break", "break");
    await expect(call(2)).rejects.toBeInstanceOf(NoAnswer);
  });
});

describe("a refusal", () => {
  test.each([
    [
      "of the JSON protocol",
      failure(400, "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"),
      "ConditionalCheckFailedException",
    ],
    [
      "in a header",
      { status: 400, headers: { "x-amzn-errortype": "MessageRejected:http://x/" }, body: "{}" },
      "MessageRejected",
    ],
    ["in no known form", { status: 403, body: "<html>" }, "UnknownError"],
  ])("%s is named, not repeated, and says nothing of what was sent", async (_, answer, code) => {
    aws.answers.push(answer);
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AwsError);
    expect(error).toMatchObject({ code, status: answer.status });
    expect(String(error)).not.toContain("quotes");
    expect(aws.received).toHaveLength(1);
  });
});

test.each([
  ["dynamodb", "https://dynamodb.ap-northeast-1.amazonaws.com/"],
  ["kms", "https://kms.ap-northeast-1.amazonaws.com/"],
  ["secretsmanager", "https://secretsmanager.ap-northeast-1.amazonaws.com/"],
  ["ses", "https://email.ap-northeast-1.amazonaws.com/"],
  ["s3", "https://s3.ap-northeast-1.amazonaws.com/"],
] as const)("%s is at %s unless the environment says otherwise", (service, url) => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "");
  expect(endpointOf(service).href).toBe(url);
});
