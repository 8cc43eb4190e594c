import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { identifiers } from "../../scripts/local/identifiers.ts";
import { type NewRelease, publishRelease } from "../../scripts/release/publish.ts";
import { release } from "../../scripts/release.ts";
import { type Portal, startPortal } from "../functions/support/portal.ts";

let portal: Portal;
let folder: string;
let sequence = 0;
beforeAll(async () => {
  portal = await startPortal();
  folder = mkdtempSync(join(tmpdir(), "release-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.close();
});
beforeEach(() => {
  portal.faults.clear();
  sequence += 1;
});

const zip = (text: string): Buffer => Buffer.from(zipSync({ "plugin.txt": strToU8(text) }));
const publish = (parts: Partial<NewRelease> & { version: string }) =>
  publishRelease({
    s3: portal.s3,
    dynamodb: portal.dynamodb,
    bucket: identifiers.bucket,
    table: identifiers.tableName,
    fileType: "plugin",
    content: zip(parts.version),
    ...parts,
  });
const releases = (fileType = "plugin") => portal.partition(`RELEASE#${fileType}`);
/** A version above every one before it. */
const nextVersion = (): string => `${sequence}.0.0`;

describe("publishing", () => {
  test("stores the file and makes it the current one, in one step", async () => {
    const version = nextVersion();
    const published = await publish({ version, notes: "最初の版" });
    expect(await portal.item("RELEASE#plugin", "CURRENT")).toMatchObject({ ...published, notes: "最初の版" });
    expect(await portal.item("RELEASE#plugin", `VERSION#${version}`)).toMatchObject({ ...published });
    expect(published.key).toBe(`releases/plugin/${version}/${published.sha256.slice(0, 8)}.zip`);
    const object = { Bucket: identifiers.bucket, Key: published.key, VersionId: published.s3VersionId };
    const { Body, ContentType } = await portal.s3.send(new GetObjectCommand(object));
    expect(ContentType).toBe("application/zip");
    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(zip(version));
  });

  test("compares versions as numbers", async () => {
    await publish({ version: "1.9.0", fileType: "template" });
    await publish({ version: "1.10.0", fileType: "template" });
    expect((await portal.item("RELEASE#template", "CURRENT"))?.version).toBe("1.10.0");
  });

  test("refuses the same version again, and an older one, and leaves everything as it was", async () => {
    const version = nextVersion();
    await publish({ version });
    const before = await releases();
    await expect(publish({ version, content: zip("other") })).rejects.toThrow("published already");
    await expect(publish({ version: "0.9.0" })).rejects.toThrow("published already");
    await expect(publish({ version: `${version}-beta.1` })).rejects.toThrow("published already");
    expect(await releases()).toEqual(before);
  });

  test.each(["1", "1.2", "v1.2.3", "1.2.3.4", "latest", "", " 1.2.3", "1.02.3"])(
    "refuses %j as a version",
    async (version) => {
      await expect(publish({ version, fileType: "manual" })).rejects.toThrow("is not a version");
    },
  );

  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["a text", Buffer.from("PK, said the text")],
    ["a zip that was cut off", zip("whole").subarray(0, 40)],
    ["a zip with nothing in it", Buffer.from(zipSync({}))],
  ])("refuses %s", async (_, content) => {
    await expect(publish({ version: "1.0.0", fileType: "manual", content })).rejects.toThrow("not a zip");
    expect(await releases("manual")).toEqual([]);
  });

  test("goes on where it broke off: one object, one release", async () => {
    const version = nextVersion();
    const fault = { service: "dynamodb", operation: "TransactWriteItems", status: 403, times: 1 } as const;
    portal.faults.add({ ...fault, after: false, delayMs: 0 });
    await expect(publish({ version })).rejects.toThrow();
    expect((await portal.item("RELEASE#plugin", "CURRENT"))?.version).not.toBe(version);
    const { key, s3VersionId } = await publish({ version });
    const listed = await portal.s3.send(
      new ListObjectVersionsCommand({ Bucket: identifiers.bucket, Prefix: key }),
    );
    expect(listed.Versions?.map(({ VersionId }) => VersionId)).toEqual([s3VersionId]);
  });

  test("a newer one that was published meanwhile stays the current one", async () => {
    const [version, newer] = [nextVersion(), `${sequence}.1.0`];
    const slow = new S3Client({
      region: identifiers.region,
      credentials: portal.s3.config.credentials,
      endpoint: portal.settings.AWS_ENDPOINT_URL_S3 ?? "",
      forcePathStyle: true,
    });
    slow.middlewareStack.add(
      (next) => async (args) => {
        await publish({ version: newer });
        return next(args);
      },
      { step: "initialize" },
    );
    await expect(publish({ version, s3: slow })).rejects.toThrow("in the meantime");
    expect((await portal.item("RELEASE#plugin", "CURRENT"))?.version).toBe(newer);
  });

  test("two at once do not overwrite each other", async () => {
    const version = nextVersion();
    const results = await Promise.allSettled([
      publish({ version, content: zip("one") }),
      publish({ version, content: zip("two") }),
    ]);
    const done = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(done).toHaveLength(1);
    expect(await portal.item("RELEASE#plugin", "CURRENT")).toMatchObject({ sha256: done[0]?.sha256 });
  });
});

describe("npm run release", () => {
  let origin: string;
  let file: string;
  let print: MockInstance<typeof console.log>;
  const local = createServer((_, response) => {
    const { accessKeyId, secretAccessKey } = credentials;
    const service = { region: identifiers.region, accessKeyId, secretAccessKey };
    const dynamodb = {
      ...service,
      endpoint: portal.settings.AWS_ENDPOINT_URL_DYNAMODB,
      tableName: identifiers.tableName,
    };
    const s3 = { ...service, endpoint: portal.settings.AWS_ENDPOINT_URL_S3, bucket: identifiers.bucket };
    response.end(JSON.stringify({ dynamodb, s3 }));
  });
  let credentials: { accessKeyId: string; secretAccessKey: string };

  beforeAll(async () => {
    credentials = await portal.dynamodb.config.credentials();
    await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(local.address() as AddressInfo).port}`;
  });
  afterAll(() => local.close());
  beforeEach(() => {
    print = vi.spyOn(console, "log").mockImplementation(() => undefined);
    file = join(folder, `${sequence}.zip`);
    writeFileSync(file, zip(String(sequence)));
  });

  test("publishes to a local cloud and says what it did", async () => {
    const version = nextVersion();
    await release(["plugin", file, version, "--notes", "新しい版", "--local", origin]);
    const current = await portal.item("RELEASE#plugin", "CURRENT");
    expect(current).toMatchObject({ version, notes: "新しい版" });
    const printed = print.mock.calls.flat().join("\n");
    expect(printed).toContain(`Published plugin ${version}`);
    expect(printed).toContain(`s3://${identifiers.bucket}/${current?.key}`);
  });

  test("finds the stack's names in the environment, or in the file of outputs", async () => {
    const { accessKeyId, secretAccessKey } = credentials;
    const aws = {
      AWS_REGION: identifiers.region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: portal.settings.AWS_ENDPOINT_URL_DYNAMODB ?? "",
      AWS_ENDPOINT_URL_S3: portal.settings.AWS_ENDPOINT_URL_S3?.replace("localhost", "127.0.0.1") ?? "",
    };
    for (const [name, value] of Object.entries(aws)) vi.stubEnv(name, value);
    const names = { TABLE_NAME: identifiers.tableName, DOWNLOAD_BUCKET: identifiers.bucket };
    await release(["plugin", file, `${sequence}.1.0`], { ...process.env, ...names });
    const outputs = join(folder, "outputs.json");
    const { TABLE_NAME: TableName, DOWNLOAD_BUCKET: DownloadBucket } = names;
    writeFileSync(
      outputs,
      JSON.stringify({ "Portal-dev": { TableName, DownloadBucket, SiteUrl: "https://x" } }),
    );
    await release(["plugin", file, `${sequence}.2.0`, "--outputs", outputs]);
    expect((await portal.item("RELEASE#plugin", "CURRENT"))?.version).toBe(`${sequence}.2.0`);
  });

  test.each([
    [[]],
    [["plugin"]],
    [["plugin", "FILE"]],
    [["readme", "FILE", "1.0.0"]],
    [["plugin", "FILE", "1.0.0", "x"]],
    [["plugin", "FILE", "1.0.0", "--force"]],
  ])("%j is answered with how to call it", async (args) => {
    await expect(release(args.map((arg) => (arg === "FILE" ? file : arg)))).rejects.toThrow(
      "npm run release -- <plugin|template|manual>",
    );
  });

  test("says in a sentence what is wrong", async () => {
    await expect(release(["plugin", join(folder, "none.zip"), "9.9.9"])).rejects.toThrow("cannot be read");
    await expect(release(["plugin", file, "9.9.9"], {})).rejects.toThrow("TABLE_NAME");
    await expect(release(["plugin", file, "9.9.9", "--local", "http://127.0.0.1:9"])).rejects.toThrow(
      "No local cloud answers",
    );
  });
});
