/** Against the worked examples of AWS's own documentation, and against what an attacker would change in them. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifySignature } from "#scripts/local/emulators/aws/signature-v4.ts";
import type { Principal, ServiceRequest } from "#scripts/local/emulators/emulator.ts";

const example: Principal = {
  name: "example",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  allows: () => true,
};
const credential = `${example.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
const exampleTime = Date.parse("2013-05-24T00:00:00Z");
const host = "examplebucket.s3.amazonaws.com";

type Headers = Record<string, string>;
const requestOf = (
  target: string,
  headers: Headers,
  parts: Partial<ServiceRequest> = {},
): ServiceRequest => ({
  method: "GET",
  body: Buffer.alloc(0),
  target,
  headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== "")),
  url: new URL(target, `https://${headers.host}`),
  ...parts,
});

const verify = (request: ServiceRequest, now = exampleTime, scope = { service: "s3", region: "us-east-1" }) =>
  verifySignature(
    request,
    (id) => (id === example.accessKeyId ? example : undefined),
    scope,
    () => now,
  );

describe("header signature (S3 reference, example GET Object)", () => {
  const hash = "x-amz-content-sha256";
  const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
  const headers: Headers = {
    host,
    range: "bytes=0-9",
    [hash]: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "x-amz-date": "20130524T000000Z",
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;range;${hash};x-amz-date,Signature=${signature}`,
  };
  const get = (changed: Headers = {}, parts: Partial<ServiceRequest> = {}, target = "/test.txt") =>
    requestOf(target, { ...headers, ...changed }, parts);
  const body = Buffer.from("x");

  it("is accepted", async () => {
    expect(await verify(get())).toBe(example);
  });

  it.each<[string, ServiceRequest, string?]>([
    ["another method", get({}, { method: "DELETE" })],
    ["another path", get({}, {}, "/other.txt")],
    ["an added query", get({}, {}, "/test.txt?versionId=1")],
    ["a changed signed header", get({ range: "bytes=0-99" })],
    ["another body", get({}, { body })],
    ["another body and its hash", get({ [hash]: createHash("sha256").update("x").digest("hex") }, { body })],
    ["an unsigned x-amz header", get({ "x-amz-acl": "public-read" })],
    ["another date", get({ "x-amz-date": "20130524T000100Z" })],
    [
      "an unknown key",
      get({ authorization: String(headers.authorization).replace("AKIA", "AKIB") }),
      "InvalidAccessKeyId",
    ],
    ["a missing hash", get({ [hash]: "" })],
    ["no authorization", get({ authorization: "" }), "AccessDenied"],
    ["basic authorization", get({ authorization: "Basic eA==" }), "AuthorizationHeaderMalformed"],
  ])("is refused with %s", async (_, request, code = "SignatureDoesNotMatch") => {
    await expect(verify(request)).rejects.toMatchObject({ code });
  });

  it.each([
    { service: "s3", region: "eu-west-1" },
    { service: "kms", region: "us-east-1" },
  ])("is refused for %j", async (scope) => {
    await expect(verify(get(), exampleTime, scope)).rejects.toThrow("does not match");
  });
});

describe("presigned URL (S3 reference, example GET Object)", () => {
  const target = `/test.txt?${new URLSearchParams({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": credential,
    "X-Amz-Date": "20130524T000000Z",
    "X-Amz-Expires": "86400",
    "X-Amz-SignedHeaders": "host",
    "X-Amz-Signature": "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  })}`;
  const request = requestOf(target, { host });
  const day = 86_400_000;

  it("is accepted until it expires", async () => {
    expect(await verify(request)).toBe(example);
    expect(await verify(request, exampleTime + day - 1)).toBe(example);
  });

  const living = (seconds: string) => requestOf(target.replace("86400", seconds), { host });

  it.each<[string, ServiceRequest, number, string, number?]>([
    ["with another life", living("86401"), exampleTime, "SignatureDoesNotMatch"],
    ["with a life of more than a week", living("604801"), exampleTime, "AuthorizationHeaderMalformed", 400],
    ["when it has expired", request, exampleTime + day, "AccessDenied"],
    ["before it is signed", request, exampleTime - day, "RequestTimeTooSkewed"],
    [
      "with an added parameter",
      requestOf(`${target}&response-content-type=text/html`, { host }),
      exampleTime,
      "SignatureDoesNotMatch",
    ],
    ["on another host", requestOf(target, { host: "evil.example" }), exampleTime, "SignatureDoesNotMatch"],
  ])("is refused %s", async (_, changed, now, code, status = 403) => {
    await expect(verify(changed, now)).rejects.toMatchObject({ status, code });
  });
});
