import { GetObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { zipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { startReleases, zip } from "#test/scripts/support/releases.ts";

const releases = await startReleases();
const { portal, publish } = releases;
let sequence = 0;
beforeEach(() => {
  sequence += 1;
});

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
    expect((await releases.changes()).at(-1)).toEqual({
      action: "published",
      version,
      operator: "taro",
    });
    expect(ContentType).toBe("application/zip");
    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(zip(version));
  });

  test("refuses the same version again, and an older one, and changes nothing", async () => {
    const version = nextVersion();
    await publish({ version });
    const before = await releases.rows("plugin");
    await expect(publish({ version, content: zip("other") })).rejects.toThrow("published already");
    const older = `is older than ${version}, which customers get`;
    await expect(publish({ version: "0.9.0" })).rejects.toThrow(`plugin 0.9.0 ${older}`);
    await expect(publish({ version: `${version}-beta.1` })).rejects.toThrow(older);
    expect(await releases.rows("plugin")).toEqual(before);
  });

  test.each(["1.2", "v1.2.3", "1.2.3.4", "latest", "", " 1.2.3", "1.02.3", `1.2.3-${"a".repeat(59)}`])(
    "refuses %j as a version",
    async (version) => {
      await expect(publish({ version, fileType: "manual" })).rejects.toThrow("is not a version");
    },
  );

  test.each([
    ["an empty file", "manual", Buffer.alloc(0), "not a zip"],
    ["a text", "manual", Buffer.from("PK, said the text"), "not a zip"],
    ["a zip that was cut off", "manual", zip("whole").subarray(0, 40), "not a zip"],
    ["a zip with nothing in it", "manual", Buffer.from(zipSync({})), "not a zip"],
    ["a PDF", "manual", Buffer.from("%PDF-1.7 ..."), "The file is a PDF"],
    ["a manual", "plugin", zip("x", "manual"), "This is no kintone plugin: its zip file holds contents.zip"],
    ["a plugin", "template", zip("x"), "This is a kintone plugin, not the template."],
    ["a manual", "template", zip("x", "manual"), "This is a manual: a template holds no PDF."],
    ["a plugin", "manual", zip("x"), "This is a kintone plugin, not the manual."],
    ["a template", "manual", zip("x", "template"), "This is no manual: its zip file holds a PDF."],
  ] as const)("refuses %s as %s, and leaves everything as it was", async (_, fileType, content, sentence) => {
    const before = await portal.everything();
    await expect(publish({ version: "9.0.0", fileType, content })).rejects.toThrow(sentence);
    expect(await portal.everything()).toEqual(before);
  });

  test("goes on where it broke off: one object, one release", async () => {
    const version = nextVersion();
    const fault = { service: "dynamodb", operation: "TransactWriteItems", status: 403, times: 1 } as const;
    portal.faults.add(fault);
    await expect(publish({ version })).rejects.toThrow();
    expect((await portal.item("RELEASE#plugin", "CURRENT"))?.version).not.toBe(version);
    const { key, s3VersionId } = await publish({ version });
    const { VersionId } = await portal.s3.send(
      new HeadObjectCommand({ Bucket: identifiers.bucket, Key: key }),
    );
    expect(VersionId).toBe(s3VersionId);
  });

  // Of the plugin there is an earlier version, of the manual none.
  test.each(["plugin", "manual"] as const)(
    "a newer version of the %s stays that was published in between",
    async (fileType) => {
      const [version, newer] = [nextVersion(), `${sequence}.1.0`];
      await publish({ version: "0.1.0" }).catch(() => undefined);
      const s3 = releases.whileCalling(() => publish({ fileType, version: newer }));
      await expect(publish({ fileType, version, s3 })).rejects.toThrow("in the meantime");
      expect((await releases.current(fileType))?.version).toBe(newer);
    },
  );
});
