import { beforeEach, describe, expect, test, vi } from "vitest";
import { handler as health } from "#functions/api/health.ts";
import { callerOf } from "#functions/runtime/caller.ts";
import { serve, serveTo } from "#functions/runtime/endpoint.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { corporateNumber, getUser, verify } from "#shared/endpoints.ts";
import { type ErrorCode, errorCodes } from "#shared/errors.ts";
import { originSecretHeader } from "#shared/headers.ts";
import { contextOf, eventOf } from "../support/events.ts";
import { claimsOf, newPerson } from "../support/people.ts";

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => logged.push(String(line)) > 0);
});

const person = newPerson();
const query = { name: person.loginId };
const bodyOf = ({ body = "" }: { body?: string | undefined }) => JSON.parse(body);
const context = contextOf("test");
const run = vi.fn(async () => ({ results: [] }));
/** Without the account and the profile: that is another test's. */
const authenticate = async (event: Parameters<typeof callerOf>[0]) => callerOf(event);
const guarded = serveTo(getUser, authenticate, run);

describe("a protected endpoint", () => {
  beforeEach(() => {
    run.mockClear();
  });

  const { token_use: _, ...withoutUse } = claimsOf(person);
  const { sub: __, ...withoutSub } = claimsOf(person);
  test.each([
    ["no claims", undefined],
    ["empty claims", {}],
    ["an access token's claims", { ...claimsOf(person), token_use: "access" }],
    ["no token_use", withoutUse],
    ["no sub", withoutSub],
    ["an empty sub", { ...claimsOf(person), sub: "" }],
    ["no login ID", { ...claimsOf(person), "cognito:username": undefined }],
  ])("answers 401 to %s before it looks at anything else", async (_, claims) => {
    const event = eventOf({ ...(claims === undefined ? {} : { claims }), query: { wrong: "" } });
    const response = await guarded(event, context);
    expect([response.statusCode, bodyOf(response).error.code]).toEqual([401, "unauthorized"]);
    expect(run).not.toHaveBeenCalled();
  });

  test("hands over who is calling, from where by CloudFront's word", async () => {
    const forged = { "x-forwarded-for": "203.0.113.6", forwarded: "for=203.0.113.6" };
    const headers = { ...forged, "cloudfront-viewer-address": "203.0.113.5:46532" };
    const event = eventOf({ claims: claimsOf(person), query, headers, address: "192.0.2.9" });
    await guarded(event, context);
    const { sub, loginId } = person;
    const caller = { sub, loginId, signedInAt: expect.any(Number), originJti: `sign-in of ${sub}` };
    const from = { caller, clientAddress: "203.0.113.5" };
    expect(run).toHaveBeenCalledWith({ query, body: undefined }, from);
  });
});

describe("a body", () => {
  const open = serve(verify, async ({ body }) => ({ request_id: body.mode }));
  const body = { mode: "send", phone_number: "090-1234-5678" };

  test("in base64 is read like any other", async () => {
    const text = Buffer.from(JSON.stringify(body)).toString("base64");
    expect((await open(eventOf({ text, isBase64Encoded: true }), context)).statusCode).toBe(200);
  });

  const noBodies = ["", "{", "null", "[]", '"text"', "1", "mode=send", '{"__proto__":{},"mode":"send"}'];
  test.each(noBodies)("%j is refused with 400", async (text) => {
    const response = await open(eventOf({ text }), context);
    expect([response.statusCode, bodyOf(response).error.code]).toEqual([400, "bad_request"]);
  });

  test("is refused with 413 from the first byte over 256 kB on, counted in bytes", async () => {
    const start = '{"mode":"';
    const atLimit = `${start}${"x".repeat(256 * 1024 - start.length - 2)}"}`;
    expect((await open(eventOf({ text: atLimit }), context)).statusCode).toBe(400);
    expect((await open(eventOf({ text: `${atLimit} ` }), context)).statusCode).toBe(413);
    expect((await open(eventOf({ text: "あ".repeat(90_000) }), context)).statusCode).toBe(413);
    const encoded = Buffer.from(`${atLimit} `).toString("base64");
    expect((await open(eventOf({ text: encoded, isBase64Encoded: true }), context)).statusCode).toBe(413);
  });

  test("names unknown fields", async () => {
    const response = await open(eventOf({ body: { ...body, extra: 1 } }), context);
    expect(bodyOf(response).error.fields).toEqual({ extra: "この項目は指定できません。" });
  });

  test("gets a Japanese sentence for a value of the wrong kind", async () => {
    const response = await open(eventOf({ body: { mode: "check", code: 1, request_id: 2 } }), context);
    expect(bodyOf(response).error.fields).toEqual({
      code: "認証コード は必須です。",
      request_id: errorCodes.bad_request.message,
    });
  });
});

describe("errors", () => {
  const failing = (error: unknown) =>
    serveTo(getUser, authenticate, async () => {
      throw error;
    })(eventOf({ claims: claimsOf(person), query }), context);

  test.each(Object.entries(errorCodes))("%s has its status and sentence", async (code, known) => {
    const response = await failing(new HttpError(code as ErrorCode));
    expect(response.statusCode).toBe(known.status);
    expect(bodyOf(response)).toEqual({ error: { code, message: known.message } });
    expect(response.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    });
    expect("retry-after" in (response.headers ?? {})).toBe([429, 503].includes(known.status));
  });

  test("may carry a sentence, fields and a time of their own; the cause is only logged", async () => {
    const details = {
      message: "あと5秒お待ちください。",
      fields: { name: "だめです。" },
      retryAfterSeconds: 5,
      cause: new Error("the provider said 503"),
    };
    const response = await failing(new HttpError("too_many_requests", details));
    const { message, fields } = details;
    expect(bodyOf(response)).toEqual({ error: { code: "too_many_requests", message, fields } });
    expect(response.headers?.["retry-after"]).toBe("5");
    expect(logged.join("")).toContain("the provider said 503");
  });

  const unexpected = [new TypeError("secret detail"), "secret detail", undefined, { code: "forbidden" }];
  test.each(unexpected)("%s is a bare 500 outside and logged inside", async (error) => {
    const response = await failing(error);
    const { internal } = errorCodes;
    expect(response.statusCode).toBe(500);
    const requestId = response.headers?.["x-request-id"];
    expect(bodyOf(response)).toEqual({ error: { code: "internal", message: internal.message, requestId } });
    const line = logged.map((each) => JSON.parse(each)).find(({ event }) => event === "failed");
    expect(line).toMatchObject({ level: "error", requestId, function: "test" });
    if (error instanceof Error) expect(line.error).toContain("TypeError: secret detail\n    at ");
  });
});

test("every invocation is one line with status, customer and time, by the gateway's id", async () => {
  const event = eventOf({ claims: claimsOf(person), query });
  const response = await guarded(event, context);
  const { requestId } = event.requestContext;
  expect(response.headers).toMatchObject({ "x-request-id": requestId });
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    {
      level: "info",
      event: "request",
      at: expect.any(String),
      requestId,
      invocation: context.awsRequestId,
      function: "test",
      customer: person.sub,
      status: 200,
      milliseconds: expect.any(Number),
    },
  ]);
});

describe("a setting that is missing", () => {
  test.each([undefined, ""])("%j is 503, and the log names it", async (value) => {
    ownEnvironment.enterWith({ APP_VERSION: value });
    const response = await health(eventOf({}), context);
    expect([response.statusCode, bodyOf(response).error.code]).toEqual([503, "unavailable"]);
    expect(logged.join("")).toContain('"setting":"APP_VERSION"');
  });

  test("is all that health needs", async () => {
    ownEnvironment.enterWith({ APP_VERSION: "1.2.3" });
    expect(bodyOf(await health(eventOf({}), context))).toEqual({ status: "ok", version: "1.2.3" });
  });
});

describe("CloudFront's secret", () => {
  const answer = vi.fn(async () => ({ result: { valid: true } }));
  const open = serve(corporateNumber, answer);
  const statusWith = async (headers: Record<string, string>) =>
    (await open(eventOf({ query: { number: "7000012050002" }, headers }), context)).statusCode;

  test.each([
    ["the current one", 200, { [originSecretHeader]: "now" }],
    ["the next one", 200, { [originSecretHeader]: "next" }],
    ["no proof", 403, {}],
    ["an empty one", 403, { [originSecretHeader]: "" }],
    ["an old one", 403, { [originSecretHeader]: "before" }],
    ["both at once", 403, { [originSecretHeader]: "now next" }],
    ["the beginning of one", 403, { [originSecretHeader]: "no" }],
  ])("%s is answered %i, and the endpoint works for a good one alone", async (_, status, headers) => {
    answer.mockClear();
    ownEnvironment.enterWith({ ORIGIN_SECRETS: "now next" });
    expect(await statusWith({ ...headers, "cloudfront-viewer-address": "203.0.113.5:443" })).toBe(status);
    expect(answer).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
  });

  test("none is needed without CloudFront in front", async () => {
    ownEnvironment.enterWith({});
    expect(await statusWith({})).toBe(200);
  });
});
