import { expect, test, vi } from "vitest";
import { kms } from "#functions/platform/aws-clients.ts";
import { decrypt } from "#functions/platform/kms.ts";
import { onCommand } from "../support/on-command.ts";
import { advance } from "../support/portal.ts";
import { refusal } from "../support/replies.ts";
import type { Operation } from "../support/world/licence-keys.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const operations: Operation[] = ["reveal", "resend", "reissue"];
const day = 24 * 60 * 60_000;
const minute = 60_001;

test.each(operations)("%s is 404 without a key, and 503 while KMS fails", async (operation) => {
  const owner = await world.createCustomer();
  await world.expectRefused(() => world.callLicenceKey(owner, operation), "not_found");
  const holder = await world.createHolder();
  world.portal.faults.add({ service: "kms", status: 500, times: 3 });
  expect((await world.callLicenceKey(holder, operation)).status).toBe(503);
  expect((await world.callLicenceKey(holder, operation)).status).toBe(200);
});

test("a key is revealed to its owner, with a row in the trail, and leaves no trace", async () => {
  const [owner, other] = [await world.createHolder(), await world.createHolder()];
  world.portal.requests.clear();
  const { status, json, headers } = await world.callLicenceKey(owner, "reveal");
  expect([status, json.result]).toEqual([200, { licenceKey: owner.key }]);
  expect(headers["cache-control"]).toBe("no-store");
  expect((await world.callLicenceKey(other, "reveal")).json.result).toEqual({ licenceKey: other.key });
  expect(await world.actionsOf(owner)).toEqual(["licence-key-revealed"]);
  const traces = [
    await world.portal.everything(),
    world.portal.logged,
    world.portal.inbox.list(),
    world.portal.requests.list().filter(({ service }) => service !== "kms"),
  ];
  expect(JSON.stringify(traces)).not.toContain(owner.key);
});

test("a key is revealed ten times a day at most, however many ask at once", async () => {
  const owner = await world.createHolder();
  // Not around midnight, where another day begins.
  vi.setSystemTime(Math.ceil(Date.now() / day) * day);
  const answers = await Promise.all(Array.from({ length: 14 }, () => world.callLicenceKey(owner, "reveal")));
  for (const { status } of answers) expect([200, 429, 503]).toContain(status);
  while ((await world.callLicenceKey(owner, "reveal")).status === 200);
  const refused = await world.callLicenceKey(owner, "reveal");
  expect(refusal(refused)).toEqual([429, expect.stringContaining("1日10回まで")]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3600);
  expect(await world.actionsOf(owner)).toEqual(Array(10).fill("licence-key-revealed"));
  advance(day);
  expect((await world.callLicenceKey(owner, "reveal")).status).toBe(200);
});

test("a key is mailed again to the address of the profile, once a minute", async () => {
  const owner = await world.createHolder();
  const holder = { ...owner, email: "new@example.com" };
  await world.changeProfile(owner, { email: holder.email });
  for (const _ of [1, 2]) expect((await world.callLicenceKey(owner, "resend")).json).toEqual({ result: {} });
  expect(world.mailedKeys(holder)).toEqual([owner.key]);
  expect(await world.actionsOf(owner)).toEqual(["licence-key-resent"]);
  advance(minute);
  await world.callLicenceKey(owner, "resend");
  expect(world.mailedKeys(holder)).toEqual([owner.key, owner.key]);
  expect(world.subjectsTo(holder.email).join()).not.toContain(owner.key);
});

const mailing = ["resend", "reissue"] as const;
test.each(mailing)("a %s twice at once is one mail and one audit row", async (operation) => {
  for (let round = 0; round < 5; round += 1) {
    const owner = await world.createHolder();
    const answers = await Promise.all([1, 2].map(() => world.callLicenceKey(owner, operation)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(world.mailedKeys(owner)).toEqual([await world.keyOf(owner)]);
    expect(await world.actionsOf(owner)).toHaveLength(1);
  }
});

test("a key that is replaced while it is being mailed again is not mailed any more", async () => {
  const [owner, another] = [await world.createHolder(), await world.createHolder()];
  world.portal.become("licence-key");
  onCommand(kms(), "after", "Decrypt", () => world.callLicenceKey(owner, "reissue"));
  expect((await world.callLicenceKey(owner, "resend")).status).toBe(200);
  expect(world.mailedKeys(owner)).toEqual([await world.keyOf(owner)]);

  const rotated = { pk: `CUSTOMER#${another.sub}`, sk: "SECRETS", licenceKey: "by an operator" };
  world.portal.become("licence-key");
  onCommand(kms(), "after", "Decrypt", () => world.portal.put(rotated));
  expect((await world.callLicenceKey(another, "resend")).status).toBe(409);
  expect(world.mailedKeys(another)).toEqual([]);
});

test("a key is mailed five times an hour at most", async () => {
  const owner = await world.createHolder();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await world.callLicenceKey(owner, "resend")).status).toBe(200);
    advance(minute);
  }
  for (const operation of mailing) expect((await world.callLicenceKey(owner, operation)).status).toBe(429);
  expect(await world.keyOf(owner)).toBe(owner.key);
  expect(world.mailedKeys(owner)).toHaveLength(5);
});

test("a key is replaced: the old one is said to be invalid, the new one mailed", async () => {
  const owner = await world.createHolder();
  expect((await world.callLicenceKey(owner, "reissue")).json).toEqual({ result: {} });
  const key = await world.keyOf(owner);
  expect(key).not.toBe(owner.key);
  expect(world.mailedKeys(owner)).toEqual([key]);
  const [mail] = world.portal.inbox.list(owner.email);
  expect(mail?.text).toContain("これまでのライセンスキーは無効になりました。");
  expect(mail?.text).not.toContain(owner.key);
  expect((await world.callLicenceKey(owner, "reveal")).json.result).toEqual({ licenceKey: key });
  expect(await world.actionsOf(owner)).toEqual(["licence-key-reissued", "licence-key-revealed"]);
  expect(await world.outboxOf(owner)).toEqual([]);
});

test("a waiting mail never contains an invalid key", async () => {
  const owner = await world.createHolder();
  world.portal.faults.add({ service: "ses", status: 503, times: 2 });
  await world.callLicenceKey(owner, "resend");
  await world.callLicenceKey(owner, "reissue");
  expect(await world.outboxOf(owner)).toHaveLength(2);
  advance(2 * minute);
  await world.reconcile();
  expect(world.mailedKeys(owner)).toEqual([await world.keyOf(owner)]);
  expect(await world.outboxOf(owner)).toEqual([]);
});

test("another customer's key is not decrypted as one's own", async () => {
  const [owner, other] = [await world.createHolder(), await world.createHolder()];
  const { licenceKey } = (await world.secretsOf(other)) ?? {};
  world.portal.become("licence-key");
  const asOwn = decrypt(String(licenceKey), { customer: owner.sub, field: "licenceKey" });
  await expect(asOwn).rejects.toMatchObject({ name: "InvalidCiphertextException" });
});
