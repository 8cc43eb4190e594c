/** Against the worked examples of AWS's own documentation, and against what an attacker would change in them. */
import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifySignature } from "../../../../scripts/local/emulators/aws/signature-v4.ts";
import type { Principal, ServiceRequest } from "../../../../scripts/local/emulators/emulator.ts";

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
    expect(await verify(get)).toMatchObject({ ok: true, principal: example });
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
    ["another body", { ...get, body: Buffer.from("x") }, "XAmzContentSHA256Mismatch"],
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
      "AccessDenied",
    ],
    [
      "another date",
      { ...get, headers: { ...headers, "x-amz-date": "20130524T000100Z" } },
      "SignatureDoesNotMatch",
    ],
    ["a missing hash", { ...get, headers: omit(headers, "x-amz-content-sha256") }, "InvalidRequest"],
    ["no authorization", { ...get, headers: omit(headers, "authorization") }, "AccessDenied"],
    [
      "basic authorization",
      { ...get, headers: { ...headers, authorization: "Basic eA==" } },
      "AuthorizationHeaderMalformed",
    ],
  ])("is refused with %s", async (_, request, code) => {
    expect(await verify(request)).toMatchObject({ ok: false, code });
  });

  it("is refused for another region or service", async () => {
    for (const scope of [
      { service: "s3", region: "eu-west-1" },
      { service: "kms", region: "us-east-1" },
    ]) {
      const check = await verifySignature(
        get,
        () => example,
        scope,
        () => exampleTime,
      );
      expect(check.ok).toBe(false);
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
    expect(await verify(request)).toMatchObject({ ok: true });
    expect(await verify(request, exampleTime + day - 1)).toMatchObject({ ok: true });
    expect(await verify(request, exampleTime + day)).toMatchObject({
      status: 403,
      code: "AccessDenied",
      message: "Request has expired",
    });
    expect(await verify(request, exampleTime - day)).toMatchObject({ code: "AccessDenied" });
  });

  it("is refused when a parameter is added or the host is another", async () => {
    expect(
      await verify(requestOf({ target: `/test.txt?${query}&response-content-type=text/html` })),
    ).toMatchObject({
      code: "SignatureDoesNotMatch",
    });
    const elsewhere = requestOf({ target: `/test.txt?${query}`, headers: { host: "evil.example" } });
    expect(await verify(elsewhere)).toMatchObject({ code: "SignatureDoesNotMatch" });
  });
});

describe("signed chunks (S3 reference, example PUT Object)", () => {
  const signatures = [
    "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
    "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
    "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
  ];
  const headers = {
    host: "s3.amazonaws.com",
    "x-amz-date": "20130524T000000Z",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
    "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
    "content-encoding": "aws-chunked",
    "x-amz-decoded-content-length": "66560",
    "content-length": "66824",
    authorization: authorization(
      "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class",
      "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
    ),
  };
  const put = (body: string) =>
    verify(
      requestOf({
        method: "PUT",
        target: "/examplebucket/chunkObject.txt",
        headers,
        body: Buffer.from(body),
      }),
    );
  const chunk = (size: number, index: number, letter = "a") =>
    `${size.toString(16)};chunk-signature=${signatures[index]}\r\n${letter.repeat(size)}\r\n`;
  const body = chunk(65_536, 0) + chunk(1024, 1) + chunk(0, 2);

  it("are put together", async () => {
    const check = await put(body);
    expect(check).toMatchObject({ ok: true });
    expect(check.ok && check.payload.toString()).toBe("a".repeat(66_560));
  });

  it.each([
    ["altered", chunk(65_536, 0) + chunk(1024, 1, "b") + chunk(0, 2), "SignatureDoesNotMatch"],
    ["swapped", chunk(1024, 1) + chunk(65_536, 0) + chunk(0, 2), "SignatureDoesNotMatch"],
    ["left out", chunk(65_536, 0) + chunk(0, 2), "SignatureDoesNotMatch"],
    ["cut off", chunk(65_536, 0) + chunk(1024, 1), "IncompleteBody"],
    ["unsigned", body.replaceAll(/;chunk-signature=\w+/g, ""), "SignatureDoesNotMatch"],
    ["of no readable size", `zz${body}`, "IncompleteBody"],
  ])("are refused when one is %s", async (_, tampered, code) => {
    expect(await put(tampered)).toMatchObject({ ok: false, code });
  });
});

describe("chunks with a trailer", () => {
  const scope = "20130524/us-east-1/s3/aws4_request";
  const key = ["20130524", "us-east-1", "s3", "aws4_request"].reduce<Buffer>(
    (previous, part) => createHmac("sha256", previous).update(part).digest(),
    Buffer.from(`AWS4${example.secretAccessKey}`),
  );
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const hmac = (...lines: string[]) => createHmac("sha256", key).update(lines.join("\n")).digest("hex");

  function signedPut(contentHash: string, body: (seed: string) => string): ServiceRequest {
    const signed = {
      host: "examplebucket.s3.amazonaws.com",
      "x-amz-content-sha256": contentHash,
      "x-amz-date": "20130524T000000Z",
      "x-amz-decoded-content-length": "5",
      "x-amz-trailer": "x-amz-checksum-crc32",
    };
    const names = Object.keys(signed).join(";");
    const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
    const canonical = ["PUT", "/a.txt", "", ...lines, "", names, contentHash].join("\n");
    const seed = hmac("AWS4-HMAC-SHA256", "20130524T000000Z", scope, hash(canonical));
    return requestOf({
      method: "PUT",
      target: "/a.txt",
      headers: { ...signed, authorization: authorization(names, seed) },
      body: Buffer.from(body(seed)),
    });
  }

  it("take an unsigned checksum, and only the one that was announced", async () => {
    const unsigned = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
    const trailer = "x-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    expect(await verify(signedPut(unsigned, () => `5\r\nhello\r\n0\r\n${trailer}`))).toMatchObject({
      ok: true,
      payload: Buffer.from("hello"),
      trailers: { "x-amz-checksum-crc32": "NhCmhg==" },
    });
    expect(await verify(signedPut(unsigned, () => "5\r\nhello\r\n0\r\n\r\n"))).toMatchObject({
      code: "MalformedTrailerError",
    });
    expect(await verify(signedPut(unsigned, () => `4\r\nhell\r\n0\r\n${trailer}`))).toMatchObject({
      code: "IncompleteBody",
    });
  });

  it("check a signed trailer's signature", async () => {
    const build = (checksum: string) => (seed: string) => {
      const next = (previous: string, data: string) =>
        hmac("AWS4-HMAC-SHA256-PAYLOAD", "20130524T000000Z", scope, previous, hash(""), hash(data));
      const first = next(seed, "hello");
      const last = next(first, "");
      const signature = hmac(
        "AWS4-HMAC-SHA256-TRAILER",
        "20130524T000000Z",
        scope,
        last,
        hash("x-amz-checksum-crc32:NhCmhg==\n"),
      );
      const chunks = `5;chunk-signature=${first}\r\nhello\r\n0;chunk-signature=${last}\r\n`;
      return `${chunks}x-amz-checksum-crc32:${checksum}\r\nx-amz-trailer-signature:${signature}\r\n\r\n`;
    };
    const signed = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
    expect(await verify(signedPut(signed, build("NhCmhg==")))).toMatchObject({ ok: true });
    expect(await verify(signedPut(signed, build("AAAAAA==")))).toMatchObject({
      code: "SignatureDoesNotMatch",
    });
  });
});

function omit(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
