/** Two tabs, two devices, many clicks: the second sees that there was a first. */
import { expect, test } from "vitest";
import { secretMask } from "#shared/limits.ts";
import { startAccount } from "../support/account.ts";

const account = await startAccount();

test("a tab that shows an older record is refused with 409, and writes nothing", async () => {
  const owner = await account.newStandardOwner();
  expect((await account.update(owner, { city: "港区", version: 1 })).status).toBe(200);
  for (const fields of [{ department: "総務部" }, { apiKey: "z9y8x7w6" }, { apiSecret: "Another1secret" }]) {
    const { status, json } = await account.expectNothingWritten(() =>
      account.update(owner, { ...fields, version: 1 }),
    );
    expect([status, json.error.code]).toEqual([409, "conflict"]);
  }
  expect((await account.update(owner, { department: "総務部", version: 2 })).status).toBe(200);
  expect(await account.seen(owner)).toMatchObject({ City: "港区", Department: "総務部", Version: 3 });
});

test("a version that there never was is refused as well", async () => {
  const owner = await account.newOwner();
  for (const version of [0, -1, 2, 99]) {
    const { status } = await account.expectNothingWritten(() =>
      account.update(owner, { city: "港区", version }),
    );
    expect(status).toBe(409);
  }
});

test("without a version changes of different fields at once all arrive", async () => {
  const owner = await account.newStandardOwner();
  const fields = [
    { city: "港区" },
    { department: "総務部" },
    { apiKey: "z9y8x7w6" },
    { apiSecret: "Another1secret" },
  ];
  const answers = await Promise.all(fields.map((field) => account.update(owner, field)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const seen = { City: "港区", Department: "総務部", ApiKey: "z9y8x7w6", ApiSecret: secretMask, Version: 5 };
  expect(await account.seen(owner)).toMatchObject(seen);
  expect((await account.auditOf(owner)).flat().sort()).toEqual(["apiKey", "apiSecret", "city", "department"]);
});

test("with the same version one of two at once is written whole, and the other not at all", async () => {
  for (let round = 0; round < 10; round += 1) {
    const owner = await account.newOwner();
    const tabs = [
      { city: "港区", department: "総務部" },
      { city: "中央区", streetAddress: "銀座1-1" },
    ];
    const answers = await Promise.all(tabs.map((tab) => account.update(owner, { ...tab, version: 1 })));
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 409]);
    const record = await account.recordOf(owner);
    expect(record).toMatchObject({ ...tabs[statuses.indexOf(200)], version: 2 });
    expect(await account.auditOf(owner)).toHaveLength(1);
  }
});

test("a double click is one change", async () => {
  const owner = await account.newStandardOwner();
  const clicks = Array.from({ length: 8 }, () => account.update(owner, { city: "港区", version: 1 }));
  expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await account.seen(owner)).toMatchObject({ City: "港区", Version: 2 });
  expect(await account.auditOf(owner)).toEqual([["city"]]);
});
