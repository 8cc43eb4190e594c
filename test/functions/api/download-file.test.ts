import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { linkTo } from "#functions/releases/download-links.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { publishRelease } from "#scripts/operator/release/publish.ts";
import { downloadFile, type FileType } from "#shared/endpoints.ts";
import { asOperator } from "#test/scripts/support/as-operator.ts";
import { zip } from "#test/scripts/support/releases.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance, type Reply, startPortal } from "../support/portal.ts";
import { saveProfile } from "../support/profiles.ts";
import { outcome } from "../support/replies.ts";

const portal = await startPortal();
const customer = newPerson();

function publish(fileType: FileType, version: string, content: Buffer) {
  portal.become("operator");
  const store = { s3: portal.s3, bucket: identifiers.bucket };
  return asOperator(() => publishRelease({ ...store, fileType, version, content }));
}
const ask = (person: Person, fileType: string, version?: string): Promise<Reply> =>
  portal.call("download-file", {
    by: person,
    query: { file_type: fileType, ...(version !== undefined && { version }) },
  });

beforeAll(() => saveProfile(portal, customer));

test("no file can be downloaded before the first release", async () => {
  expect(outcome(await ask(customer, "manual"))).toEqual([404, "not_found"]);
});

describe("a published release", () => {
  const content = zip("plugin 1.0.0");
  beforeAll(async () => {
    await publish("plugin", "1.0.0", content);
  });

  test("comes with version, size and checksum, and a link that saves it under its name", async () => {
    const { status, json } = await ask(customer, "plugin");
    expect(status).toBe(200);
    const { result } = downloadFile.response.parse(json);
    expect(result).toMatchObject({
      version: "1.0.0",
      size: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const response = await fetch(result.url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="plugin.zip"');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
  });

  test("has a link that lives five minutes", async () => {
    const { url } = (await ask(customer, "plugin")).json.result;
    expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("300");
    advance(299_000);
    expect((await fetch(url)).status).toBe(200);
    advance(2000);
    expect((await fetch(url)).status).toBe(403);
  });

  test("has a link that opens nothing else", async () => {
    const { url } = (await ask(customer, "plugin")).json.result;
    expect((await fetch(url.replace("plugin.zip", "other.zip"))).status).toBe(403);
    expect((await fetch(url.replace("/plugin/", "/manual/"))).status).toBe(403);
  });

  test("is not for an account that never became a customer", async () => {
    expect((await ask(newPerson(), "plugin", "1.0.0")).status).toBe(403);
    expect(outcome(await ask(newPerson(), "plugin"))).toEqual([403, "forbidden"]);
  });

  test("has no other version than the published ones", async () => {
    expect(outcome(await ask(customer, "plugin", "0.9.9"))).toEqual([404, "not_found"]);
  });
});

/** Lambda's, which only the SDK reads. */
const credentials = {
  AWS_ACCESS_KEY_ID: "AKID",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_SESSION_TOKEN: "session/token+=",
};

test("the link at AWS names the bucket's own host, and carries the role's session", async () => {
  for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);
  const file = { key: "releases/plugin/1.0.0/a b.zip", s3VersionId: "v1" };
  const link = ownEnvironment.run({ ...portal.settings, AWS_ENDPOINT_URL_S3: "" }, () =>
    linkTo(file, "plugin.zip"),
  );
  const url = new URL(await link);
  expect(url.host).toBe(`${identifiers.bucket}.s3.ap-northeast-1.amazonaws.com`);
  expect(url.pathname).toBe("/releases/plugin/1.0.0/a%20b.zip");
  expect(url.searchParams.get("X-Amz-Security-Token")).toBe("session/token+=");
  expect(url.searchParams.get("versionId")).toBe("v1");
});
