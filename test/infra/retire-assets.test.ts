import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HeadObjectCommand, ListObjectVersionsCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler, retireAssets } from "../../infra/deployment/retire-assets.ts";
import { createS3Emulator } from "../../scripts/local/emulators/s3/emulator.ts";
import { credentials, principalsWith } from "../local/support/principals.ts";
import { type ServedEmulator, serveEmulator } from "../local/support/serve-emulator.ts";

const Bucket = "site";
const region = "ap-northeast-1";
/** None to delete: that is left to the lifecycle rule. */
const rights = [
  "s3:GetObject",
  "s3:PutObject",
  "s3:PutObjectTagging",
  "s3:ListBucket",
  "s3:ListBucketVersions",
];
const emulator = createS3Emulator({
  clock: Date.now,
  findPrincipal: principalsWith(rights),
  bucket: Bucket,
  region,
});
let served: ServedEmulator;
let s3: S3Client;
/** Keys that were written with the tag of the lifecycle rule. */
let tagged: string[];

beforeAll(async () => {
  served = await serveEmulator({
    ...emulator,
    handle(request) {
      if (request.headers["x-amz-tagging"] === "superseded=true") tagged.push(request.url.pathname);
      return emulator.handle(request);
    },
  });
  s3 = new S3Client({ endpoint: served.url, region, credentials: credentials.limited, forcePathStyle: true });
});
afterAll(() => served.close());
beforeEach(async () => {
  emulator.reset();
  tagged = [];
  for (const Key of ["index.html", "assets/old-1.js", "assets/both-1.css"]) await upload(Key);
});

/** As the deployment itself writes a file. */
const upload = (Key: string) =>
  s3.send(
    new PutObjectCommand({
      Bucket,
      Key,
      Body: `content of ${Key}`,
      ContentType: Key.endsWith(".js") ? "text/javascript" : "text/css",
      CacheControl: "public, max-age=31536000, immutable",
    }),
  );
const head = (Key: string) => s3.send(new HeadObjectCommand({ Bucket, Key }));
const next = ["assets/new-2.js", "assets/both-1.css"];

test("what the new build no longer has is written once more, tagged, just as it was; nothing else is touched", async () => {
  const before = await head("assets/old-1.js");
  expect(await retireAssets(s3, { Bucket, Assets: next })).toEqual(["assets/old-1.js"]);
  const after = await head("assets/old-1.js");
  const { ETag, ContentType, CacheControl } = before;
  expect(after).toMatchObject({ ETag, ContentType, CacheControl });
  expect(after.VersionId).not.toBe(before.VersionId);
  expect(after.Metadata?.superseded).toMatch(/^\d{4}-/);
  expect(tagged).toEqual(["/site/assets/old-1.js"]);
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  expect(Versions.map(({ Key }) => Key).sort()).toEqual([
    "assets/both-1.css",
    "assets/old-1.js",
    "assets/old-1.js",
    "index.html",
  ]);
});

test("its days are counted from the first deployment without it, however many follow", async () => {
  await retireAssets(s3, { Bucket, Assets: next });
  const { Metadata } = await head("assets/old-1.js");
  expect(await retireAssets(s3, { Bucket, Assets: ["assets/third-3.js", "assets/both-1.css"] })).toEqual([]);
  expect((await head("assets/old-1.js")).Metadata).toEqual(Metadata);
});

test("after a rollback the old build's files are current again, and are retired again later", async () => {
  await retireAssets(s3, { Bucket, Assets: next });
  await upload("assets/old-1.js");
  expect(await retireAssets(s3, { Bucket, Assets: ["assets/old-1.js", "assets/both-1.css"] })).toEqual([]);
  expect((await head("assets/old-1.js")).Metadata?.superseded).toBeUndefined();
  expect(await retireAssets(s3, { Bucket, Assets: next })).toEqual(["assets/old-1.js"]);
});

test("CloudFormation gets its answer, when marking failed and when the site is deleted too", async () => {
  const answers: unknown[] = [];
  const contentTypes: unknown[] = [];
  let status = 200;
  const cloudFormation = createServer(async (request, response) => {
    answers.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    contentTypes.push(request.headers["content-type"]);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => cloudFormation.listen(0, "127.0.0.1", resolve));
  const logged = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "log").mockReturnValue();
  vi.stubEnv("AWS_REGION", region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.limited.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.limited.secretAccessKey);
  vi.stubEnv("AWS_ENDPOINT_URL_S3", served.url.replace("127.0.0.1", "localhost"));
  const event = {
    ResponseURL: `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}/`,
    StackId: "stack",
    RequestId: "request",
    LogicalResourceId: "RetiredAssets",
  };
  const site = { Bucket: "somebody-elses", Assets: next };
  await handler({ ...event, RequestType: "Update", ResourceProperties: site });
  await handler({ ...event, RequestType: "Delete", ResourceProperties: site });
  // Lambda calls again whoever throws.
  status = 403;
  await expect(handler({ ...event, RequestType: "Delete", ResourceProperties: site })).rejects.toThrow("403");
  cloudFormation.close();
  const { ResponseURL: _, ...ids } = event;
  const answer = { ...ids, Status: "SUCCESS", PhysicalResourceId: "retired-assets" };
  expect(answers).toEqual([answer, answer, answer]);
  // The address is signed for an answer that names no type.
  expect(contentTypes).toEqual([undefined, undefined, undefined]);
  expect(logged.mock.calls.flat().join()).toContain("assets not retired");
});
