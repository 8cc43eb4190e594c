import { DeleteItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { marshall } from "@aws-sdk/util-dynamodb";
import { beforeEach, describe, expect, test } from "vitest";
import { readRelease } from "#functions/releases/release-table.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { RollBack } from "#scripts/operator/release/roll-back.ts";
import { advance } from "#test/functions/support/portal.ts";
import { startReleases, zip } from "#test/scripts/support/releases.ts";

const releases = await startReleases();
const { portal } = releases;
beforeEach(async () => {
  for (const { pk, sk } of await releases.rows("plugin")) {
    const key = { TableName: identifiers.tableName, Key: marshall({ pk, sk }) };
    await portal.dynamodb.send(new DeleteItemCommand(key));
  }
  for (const version of ["1.9.0", "1.10.0", "2.0.0"]) await releases.publish({ version });
  advance(1000);
});

/** As the function that hands out downloads reads it. */
async function downloaded(): Promise<string | undefined> {
  portal.become("download-file");
  return (await readRelease("plugin"))?.version;
}
const rolledBack = async (): Promise<unknown[]> =>
  (await releases.changes()).filter(({ action }) => action === "rolled-back");

describe("rolling back", () => {
  test("gives customers the next older version, and says who did it and why", async () => {
    const { from, release } = await releases.rollBack({ reason: "録音が止まる" });
    expect([from, release.version]).toEqual(["2.0.0", "1.10.0"]);
    expect(await downloaded()).toBe("1.10.0");
    const [row] = await releases.rows("plugin", "VERSION#1.10.0");
    expect(await releases.current()).toEqual({ ...row, sk: "CURRENT" });
    const change = { action: "rolled-back", version: "1.10.0", from: "2.0.0" };
    expect(await rolledBack()).toEqual([{ ...change, operator: "hanako", reason: "録音が止まる" }]);
  });

  test("withdraws the newer version until it is current again, and no skipped one", async () => {
    const withdrawn = async () => {
      const rows = await releases.rows("plugin", "VERSION#");
      return rows.filter(({ withdrawnAt }) => withdrawnAt !== undefined).map(({ version }) => version);
    };
    await releases.rollBack({ version: "1.9.0" });
    expect(await withdrawn()).toEqual(["2.0.0"]);
    await releases.rollBack({ version: "1.10.0" });
    expect(await withdrawn()).toEqual(["2.0.0"]);
    await releases.rollBack({ version: "2.0.0" });
    expect(await withdrawn()).toEqual([]);
    expect(await downloaded()).toBe("2.0.0");
  });

  test("a repaired version is published afterwards, but under a number of its own", async () => {
    await releases.rollBack({ version: "1.10.0" });
    await expect(releases.publish({ version: "2.0.0", content: zip("other") })).rejects.toThrow(
      "plugin 2.0.0 is published already",
    );
    await releases.publish({ version: "1.10.1" });
    expect(await downloaded()).toBe("1.10.1");
  });

  test.each<[string, Partial<RollBack>, string]>([
    ["what is current", { version: "2.0.0" }, "plugin 2.0.0 is what customers get already"],
    ["what never was", { version: "1.0.0" }, "plugin 1.0.0 was never published"],
    ["a file without releases", { fileType: "template" }, "No template has been published yet"],
    ["something below the oldest", { fileType: "manual" }, "There is no manual older than 1.0.0"],
  ])("to %s is refused", async (_, request, message) => {
    await releases.publish({ fileType: "manual", version: "1.0.0" }).catch(() => undefined);
    const before = await portal.everything();
    await expect(releases.rollBack(request)).rejects.toThrow(message);
    expect(await portal.everything()).toEqual(before);
  });

  test("a second time, without a version, goes no further back", async () => {
    await releases.rollBack();
    await expect(releases.rollBack()).rejects.toThrow(
      "plugin 2.0.0 was rolled back before: name the version",
    );
    expect(await downloaded()).toBe("1.10.0");
  });

  test("passes over a version that was rolled back itself", async () => {
    await releases.rollBack();
    await releases.publish({ version: "2.0.1" });
    expect((await releases.rollBack()).release.version).toBe("1.10.0");
  });
});

test.each(["is gone", "has other bytes"])("a version whose file %s is not rolled back to", async (how) => {
  const [row] = await releases.rows("plugin", "VERSION#1.10.0");
  if (how === "is gone") {
    const object = { Key: String(row?.key), VersionId: String(row?.s3VersionId) };
    await portal.s3.send(new DeleteObjectCommand({ Bucket: identifiers.bucket, ...object }));
  } else {
    const Item = marshall({ ...row, sha256: "0".repeat(64) });
    await portal.dynamodb.send(new PutItemCommand({ TableName: identifiers.tableName, Item }));
  }
  await expect(releases.rollBack()).rejects.toThrow("The file of plugin 1.10.0 is not what was published");
  expect([await downloaded(), await rolledBack()]).toEqual(["2.0.0", []]);
});

test("of two rollbacks at once one succeeds, the other is refused", async () => {
  const s3 = releases.whileCalling(() => releases.rollBack({ version: "1.10.0", operator: "b" }));
  const late = releases.rollBack({ version: "1.9.0", operator: "a", s3 });
  await expect(late).rejects.toThrow("in the meantime");
  expect(await downloaded()).toBe("1.10.0");
  expect(await rolledBack()).toMatchObject([{ operator: "b" }]);
});
