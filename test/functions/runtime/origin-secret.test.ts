import { beforeEach, expect, test, vi } from "vitest";
import { serve } from "#functions/runtime/endpoint.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { corporateNumber } from "#shared/endpoints.ts";
import { originSecretHeader } from "#shared/headers.ts";
import { contextOf, eventOf } from "../support/events.ts";

const run = vi.fn(async () => ({ result: { valid: true } }));
const open = serve(corporateNumber, run);
const query = { number: "7000012050002" };

const statusWith = async (headers: Record<string, string>) =>
  (await open(eventOf({ query, headers }), contextOf("test"))).statusCode;

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  run.mockClear();
});

test("a request through CloudFront is answered, with the current and with the next secret", async () => {
  ownEnvironment.enterWith({ ORIGIN_SECRETS: "now next" });
  expect(await statusWith({ [originSecretHeader]: "now" })).toBe(200);
  expect(await statusWith({ [originSecretHeader]: "next" })).toBe(200);
});

test.each([
  ["no proof", {}],
  ["an empty one", { [originSecretHeader]: "" }],
  ["an old one", { [originSecretHeader]: "before" }],
  ["both at once", { [originSecretHeader]: "now next" }],
  ["the beginning of one", { [originSecretHeader]: "no" }],
])("%s past CloudFront is refused with 403, before anything is done", async (_, headers) => {
  ownEnvironment.enterWith({ ORIGIN_SECRETS: "now next" });
  expect(await statusWith({ ...headers, "cloudfront-viewer-address": "203.0.113.5:443" })).toBe(403);
  expect(run).not.toHaveBeenCalled();
});

test("without CloudFront in front, no secret is needed", async () => {
  expect(await statusWith({})).toBe(200);
});
