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

function requestOf(parts: Partial<ServiceRequest> & { target: string }): ServiceRequest {
  const headers = parts.headers ?? { host: "examplebucket.s3.amazonaws.com" };
  return {
    method: "GET",
    body: Buffer.alloc(0),
    ...parts,
    headers,
    url: new URL(parts.target, `https://${headers.host}`),
  };
}

function verify(request: ServiceRequest, now = exampleTime) {
  const find = (accessKeyId: string) => (accessKeyId === example.accessKeyId ? example : undefined);
  return verifySignature(request, find, { service: "s3", region: "us-east-1" }, () => now);
}

function authorization(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${signedHeaders},Signature=${signature}`;
}

describe("header signature (S3 reference, example GET Object)", () => {
  const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const headers = {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": emptyHash,
    "x-amz-date": "20130524T000000Z",
    authorization: authorization(
      "host;range;x-amz-content-sha256;x-amz-date",
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ),
  };
  const get = requestOf({ target: "/test.txt", headers });

  it("is accepted", async () => {
    expect(await verify(get)).toBe(example);
  });

  it.each<[string, ServiceRequest, string]>([
    ["another method", { ...get, method: "DELETE" }, "SignatureDoesNotMatch"],
    ["another path", requestOf({ target: "/other.txt", headers }), "SignatureDoesNotMatch"],
    ["an added query", requestOf({ target: "/test.txt?versionId=1", headers }), "SignatureDoesNotMatch"],
    [
      "a changed signed header",
      { ...get, headers: { ...headers, range: "bytes=0-99" } },
      "SignatureDoesNotMatch",
    ],
    ["another body", { ...get, body: Buffer.from("x") }, "SignatureDoesNotMatch"],
    [
      "another body and its hash",
      {
        ...get,
        body: Buffer.from("x"),
        headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update("x").digest("hex") },
      },
      "SignatureDoesNotMatch",
    ],
    [
      "an unsigned x-amz header",
      { ...get, headers: { ...headers, "x-amz-acl": "public-read" } },
      "SignatureDoesNotMatch",
    ],
    [
      "another date",
      { ...get, headers: { ...headers, "x-amz-date": "20130524T000100Z" } },
      "SignatureDoesNotMatch",
    ],
    ["a missing hash", { ...get, headers: omit(headers, "x-amz-content-sha256") }, "SignatureDoesNotMatch"],
    ["no authorization", { ...get, headers: omit(headers, "authorization") }, "AccessDenied"],
    [
      "basic authorization",
      { ...get, headers: { ...headers, authorization: "Basic eA==" } },
      "AuthorizationHeaderMalformed",
    ],
  ])("is refused with %s", async (_, request, code) => {
    await expect(verify(request)).rejects.toMatchObject({ code });
  });

  it("is refused for another region or service", async () => {
    for (const scope of [
      { service: "s3", region: "eu-west-1" },
      { service: "kms", region: "us-east-1" },
    ]) {
      const check = verifySignature(
        get,
        () => example,
        scope,
        () => exampleTime,
      );
      await expect(check).rejects.toThrow("does not match");
    }
  });
});

describe("presigned URL (S3 reference, example GET Object)", () => {
  const signature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
  const query = [
    "X-Amz-Algorithm=AWS4-HMAC-SHA256",
    `X-Amz-Credential=${encodeURIComponent(credential)}`,
    "X-Amz-Date=20130524T000000Z",
    "X-Amz-Expires=86400",
    "X-Amz-SignedHeaders=host",
    `X-Amz-Signature=${signature}`,
  ].join("&");

  it("is accepted until it expires, not before it is signed", async () => {
    const request = requestOf({ target: `/test.txt?${query}` });
    const day = 86_400_000;
    expect(await verify(request)).toBe(example);
    expect(await verify(request, exampleTime + day - 1)).toBe(example);
    await expect(verify(request, exampleTime + day)).rejects.toMatchObject({
      status: 403,
      code: "AccessDenied",
      message: "Request has expired",
    });
    await expect(verify(request, exampleTime - day)).rejects.toMatchObject({ code: "RequestTimeTooSkewed" });
  });

  it("is refused when a parameter is added or the host is another", async () => {
    await expect(
      verify(requestOf({ target: `/test.txt?${query}&response-content-type=text/html` })),
    ).rejects.toMatchObject({
      code: "SignatureDoesNotMatch",
    });
    const elsewhere = requestOf({ target: `/test.txt?${query}`, headers: { host: "evil.example" } });
    await expect(verify(elsewhere)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
  });
});

function omit(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
