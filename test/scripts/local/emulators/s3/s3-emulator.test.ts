import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createS3Emulator } from "#scripts/local/emulators/s3/emulator.ts";
import { credentials, principalsWith } from "#test/scripts/local/support/principals.ts";
import { type ServedEmulator, serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const Bucket = "portal-downloads";
const Key = "releases/plugin 1.2.0 (β).zip";
const region = "ap-northeast-1";
/** Stands still until a test moves it. */
let now = Date.now();
const emulator = createS3Emulator({
  clock: () => now,
  findPrincipal: principalsWith(["s3:GetObject"]),
  buckets: [Bucket],
  region,
});
let served: ServedEmulator;
let s3: S3Client;

function client(signer = credentials.admin): S3Client {
  return new S3Client({
    endpoint: served.url,
    region,
    credentials: signer,
    forcePathStyle: true,
    maxAttempts: 1,
  });
}

beforeAll(async () => {
  served = await serveEmulator(emulator);
  s3 = client();
});
afterAll(() => served.close());
beforeEach(() => {
  emulator.reset();
  now = Date.now();
});

async function put(body: string | Readable = "PK zip", extra = {}) {
  return await s3.send(new PutObjectCommand({ Bucket, Key, Body: body, ContentLength: 6, ...extra }));
}

describe("S3 emulator: objects", () => {
  it("gives back what was put, with its type, checksum, ETag and version", async () => {
    const stored = await put("PK zip", { ContentType: "application/zip" });
    const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(await got.Body?.transformToString()).toBe("PK zip");
    expect(got).toMatchObject({
      ContentType: "application/zip",
      ContentLength: 6,
      ETag: stored.ETag,
      VersionId: stored.VersionId,
      ChecksumCRC32: stored.ChecksumCRC32,
    });
    expect(stored.ChecksumCRC32).toMatch(/^[\w+/]+={0,2}$/);
  });

  it("returns the SHA-256 checksum that was given", async () => {
    const stored = await put("PK zip", { ChecksumAlgorithm: "SHA256" });
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: "ENABLED" }));
    expect(head.ChecksumSHA256).toBe(stored.ChecksumSHA256);
  });

  it("refuses to overwrite with If-None-Match", async () => {
    await put("PK zip", { IfNoneMatch: "*" });
    await expect(put("PK zip", { IfNoneMatch: "*" })).rejects.toMatchObject({
      name: "PreconditionFailed",
      $metadata: { httpStatusCode: 412 },
    });
  });

  it("keeps old versions readable until they are deleted", async () => {
    const { VersionId } = await put("PK one");
    await put("PK two");
    const read = (id?: string) => s3.send(new GetObjectCommand({ Bucket, Key, VersionId: id }));
    expect(await (await read(VersionId)).Body?.transformToString()).toBe("PK one");
    await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    await expect(read(VersionId)).rejects.toMatchObject({ name: "NoSuchVersion" });
    expect(await (await read()).Body?.transformToString()).toBe("PK two");
  });
});

describe("S3 emulator: presigned URLs", () => {
  const disposition = `attachment; filename="plugin.zip"; filename*=UTF-8''plugin.zip`;
  const presign = (signer = credentials.admin, expiresIn = 300) =>
    getSignedUrl(
      client(signer),
      new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: disposition }),
      { expiresIn, signingDate: new Date(now) },
    );
  const fetchError = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    return [response.status, /<Code>(.*)<\/Code>/.exec(await response.text())?.[1]];
  };

  it("opens for anyone who has it, with the file name that was signed", async () => {
    await put("PK zip", { ContentType: "application/zip" });
    const response = await fetch(await presign());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(disposition);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(await response.text()).toBe("PK zip");
  });

  it("ends when it expires", async () => {
    await put();
    const url = await presign();
    now += 299_000;
    expect((await fetch(url)).status).toBe(200);
    now += 2_000;
    expect(await fetchError(url)).toEqual([403, "AccessDenied"]);
  });

  it("is refused as soon as one part of it is changed", async () => {
    await put();
    const url = await presign();
    const mismatch = [403, "SignatureDoesNotMatch"];
    expect(await fetchError(url.replace("plugin%20", "other%20"))).toEqual(mismatch);
    expect(await fetchError(url.replace("plugin.zip%22", "virus.exe%22"))).toEqual(mismatch);
    expect(await fetchError(url.replace("X-Amz-Expires=300", "X-Amz-Expires=600"))).toEqual(mismatch);
    expect(await fetchError(`${url}&response-content-type=text%2Fhtml`)).toEqual(mismatch);
    expect(await fetchError(url.replace(/X-Amz-Signature=\w{4}/, "X-Amz-Signature=0000"))).toEqual(mismatch);
    expect(await fetchError(url, { method: "DELETE" })).toEqual(mismatch);
    expect(await fetchError(url.replace("AKIALOCALADMIN", "AKIALOCALOTHER"))).toEqual([
      403,
      "InvalidAccessKeyId",
    ]);
    expect(await fetchError(url.replace("X-Amz-Expires=300", "X-Amz-Expires=604801"))).toEqual([
      400,
      "AuthorizationHeaderMalformed",
    ]);
    expect((await fetch(url)).status).toBe(200);
  });

  it("is worth no more than its signer's role, and nothing without a signature", async () => {
    const stored = await put();
    expect((await fetch(await presign(credentials.limited))).status).toBe(200);
    const version = await getSignedUrl(
      client(credentials.limited),
      new GetObjectCommand({ Bucket, Key, VersionId: stored.VersionId }),
    );
    expect(await fetchError(version)).toEqual([403, "AccessDenied"]);
    const [bare = ""] = (await presign()).split("?");
    expect(await fetchError(bare)).toEqual([403, "AccessDenied"]);
    const forged = await presign({ ...credentials.admin, secretAccessKey: "guess" });
    expect(await fetchError(forged)).toEqual([403, "SignatureDoesNotMatch"]);
  });
});

describe("S3 emulator: who may do what", () => {
  it("allows what the role allows and hides whether a key exists from one that cannot list", async () => {
    await put();
    const limited = client(credentials.limited);
    await limited.send(new GetObjectCommand({ Bucket, Key }));
    const denied = { name: "AccessDenied", $metadata: { httpStatusCode: 403 } };
    await expect(limited.send(new PutObjectCommand({ Bucket, Key, Body: "x" }))).rejects.toMatchObject({
      ...denied,
      message: expect.stringContaining(`s3:PutObject on resource: "arn:aws:s3:::${Bucket}/${Key}"`),
    });
    await expect(limited.send(new DeleteObjectCommand({ Bucket, Key }))).rejects.toMatchObject(denied);
    await expect(limited.send(new GetObjectCommand({ Bucket, Key: "none" }))).rejects.toMatchObject(denied);
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: "none" }))).rejects.toMatchObject({
      name: "NotFound",
      $metadata: { httpStatusCode: 404 },
    });
  });
});
