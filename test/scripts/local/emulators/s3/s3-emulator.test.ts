/** Only what the tests of releases and downloads would not notice. Source: S3 API reference. */
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createS3Emulator } from "#scripts/local/emulators/s3/emulator.ts";
import type { RunningServer } from "#scripts/local/http.ts";
import { credentials, principalsWith } from "#test/scripts/local/support/principals.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

const region = "ap-northeast-1";
const object = { Bucket: "portal-downloads", Key: "releases/plugin 1.2.0 (β).zip" };
let served: RunningServer;
let VersionId: string | undefined;

const client = (signer = credentials.admin) =>
  new S3Client({ endpoint: served.url, region, credentials: signer, forcePathStyle: true, maxAttempts: 1 });
const presign = (signer = credentials.admin, extra = {}) =>
  getSignedUrl(client(signer), new GetObjectCommand({ ...object, ...extra }), { expiresIn: 300 });
const answerTo = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return [response.status, /<Code>(.*)<\/Code>/.exec(await response.text())?.[1]];
};

beforeAll(async () => {
  const findPrincipal = principalsWith(["s3:GetObject"]);
  const buckets = [object.Bucket] as const;
  served = await serveEmulator(
    createS3Emulator({ clock: Date.now, findPrincipal, buckets: [...buckets], region }),
  );
});
afterAll(() => served.close());
beforeEach(async () => {
  ({ VersionId } = await client().send(new PutObjectCommand({ ...object, Body: "PK zip" })));
});

it("a presigned URL is worth no more than its signer's role, and for one method", async () => {
  expect(await answerTo(await presign(credentials.limited, { VersionId }))).toEqual([403, "AccessDenied"]);
  const mismatch = [403, "SignatureDoesNotMatch"];
  expect(await answerTo(await presign({ ...credentials.admin, secretAccessKey: "guess" }))).toEqual(mismatch);
  expect(await answerTo(await presign(), { method: "DELETE" })).toEqual(mismatch);
});

it("a role may do what it is allowed, and without the right to list learns of no key", async () => {
  const limited = client(credentials.limited);
  await limited.send(new GetObjectCommand(object));
  const denied = { name: "AccessDenied", $metadata: { httpStatusCode: 403 } };
  await expect(limited.send(new PutObjectCommand({ ...object, Body: "x" }))).rejects.toMatchObject({
    ...denied,
    message: expect.stringContaining(
      `s3:PutObject on resource: "arn:aws:s3:::${object.Bucket}/${object.Key}"`,
    ),
  });
  const none = { ...object, Key: "none" };
  await expect(limited.send(new GetObjectCommand(none))).rejects.toMatchObject(denied);
  await expect(client().send(new HeadObjectCommand(none))).rejects.toMatchObject({
    name: "NotFound",
    $metadata: { httpStatusCode: 404 },
  });
});

it("an older version stays readable, and If-None-Match overwrites none", async () => {
  const put = (extra = {}) => client().send(new PutObjectCommand({ ...object, Body: "PK two", ...extra }));
  const read = (id?: string) => client().send(new GetObjectCommand({ ...object, VersionId: id }));
  await put();
  expect(await (await read(VersionId)).Body?.transformToString()).toBe("PK zip");
  await expect(read("none")).rejects.toMatchObject({ name: "NoSuchVersion" });
  await expect(put({ IfNoneMatch: "*" })).rejects.toMatchObject({
    name: "PreconditionFailed",
    $metadata: { httpStatusCode: 412 },
  });
});
