import { describe, expect, test, vi } from "vitest";
import { kms } from "#functions/platform/aws-clients.ts";
import { decrypt, encrypt } from "#functions/platform/kms.ts";
import { advance } from "../support/portal.ts";
import type { Operation } from "../support/world/licence-keys.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const operations: Operation[] = ["reveal", "resend", "reissue"];
const day = 24 * 60 * 60_000;
const minute = 60_001;

describe.each(operations)("%s", (operation) => {
  test("the answer is 404 for an account without a record", async () => {
    const owner = await world.createCustomer();
    const { status } = await world.expectNothingWritten(() => world.callLicenceKey(owner, operation));
    expect(status).toBe(404);
  });

  test("the answer is 503 while KMS fails, and works afterwards", async () => {
    const owner = await world.createHolder();
    world.portal.faults.add({ service: "kms", status: 500, times: 3 });
    expect((await world.callLicenceKey(owner, operation)).status).toBe(503);
    expect((await world.callLicenceKey(owner, operation)).status).toBe(200);
  });
});

test("the endpoint reveals the key to its owner, writes it down, and leaves no trace of the key anywhere", async () => {
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
  const refusal = await world.callLicenceKey(owner, "reveal");
  expect([refusal.status, refusal.json.error.message]).toEqual([429, expect.stringContaining("1日10回まで")]);
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(3600);
  expect(await world.actionsOf(owner)).toEqual(Array(10).fill("licence-key-revealed"));
  advance(day);
  expect((await world.callLicenceKey(owner, "reveal")).status).toBe(200);
});

test("a key is mailed again to the address of the record, once a minute however often asked", async () => {
  const owner = await world.createHolder();
  await world.changeRecord(owner, { email: "new@example.com" });
  expect((await world.callLicenceKey(owner, "resend")).json).toEqual({ result: {} });
  expect((await world.callLicenceKey(owner, "resend")).json).toEqual({ result: {} });
  expect(world.mailedKeys({ ...owner, email: "new@example.com" })).toEqual([owner.key]);
  expect(await world.actionsOf(owner)).toEqual(["licence-key-resent"]);
  advance(minute);
  await world.callLicenceKey(owner, "resend");
  expect(world.mailedKeys({ ...owner, email: "new@example.com" })).toEqual([owner.key, owner.key]);
  expect(
    world.portal.inbox
      .list()
      .map(({ subject }) => subject)
      .join(),
  ).not.toContain(owner.key);
});

test.each(["resend", "reissue"] as const)(
  "a %s twice at once is one mail and one audit row",
  async (operation) => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await world.createHolder();
      const answers = await Promise.all([1, 2].map(() => world.callLicenceKey(owner, operation)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(world.mailedKeys(owner)).toEqual([await world.keyOf(owner)]);
      expect(await world.actionsOf(owner)).toHaveLength(1);
    }
  },
);

/** Right after the key was decrypted. */
function meanwhile(work: () => Promise<unknown>): void {
  world.portal.become("licence-key");
  const stack = kms().middlewareStack;
  stack.add(
    (next) => async (args) => {
      const decrypted = await next(args);
      stack.remove("meanwhile");
      await work();
      return decrypted;
    },
    { step: "initialize", name: "meanwhile" },
  );
}

test("a key that is replaced while it is being mailed again is not mailed any more", async () => {
  const owner = await world.createHolder();
  meanwhile(() => world.callLicenceKey(owner, "reissue"));
  expect((await world.callLicenceKey(owner, "resend")).status).toBe(200);
  expect(world.mailedKeys(owner)).toEqual([await world.keyOf(owner)]);

  const another = await world.createHolder();
  const rotated = { pk: `CUSTOMER#${another.sub}`, sk: "SECRETS", licenceKey: "by an operator" };
  meanwhile(() => world.portal.put(rotated));
  expect((await world.callLicenceKey(another, "resend")).status).toBe(409);
  expect(world.mailedKeys(another)).toEqual([]);
});

test("a key is mailed five times an hour at most", async () => {
  const owner = await world.createHolder();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await world.callLicenceKey(owner, "resend")).status).toBe(200);
    advance(minute);
  }
  for (const operation of ["resend", "reissue"] as const) {
    expect((await world.callLicenceKey(owner, operation)).status).toBe(429);
    expect(await world.keyOf(owner)).toBe(owner.key);
  }
  expect(world.mailedKeys(owner)).toHaveLength(5);
});

test("a key is replaced: the old key is shown as invalid, the new one mailed and revealed", async () => {
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

test("the endpoint's role decrypts no other field, and no other customer's", async () => {
  const [owner, other] = [await world.createHolder(), await world.createHolder()];
  world.portal.become("operator");
  const encrypted = await encrypt("Another1secret", { customer: owner.sub, field: "apiSecret" });
  const { licenceKey } = (await world.secretsOf(other)) ?? {};
  world.portal.become("licence-key");
  await expect(decrypt(encrypted, { customer: owner.sub, field: "apiSecret" })).rejects.toThrow(
    "not authorized",
  );
  const asOwn = decrypt(String(licenceKey), { customer: owner.sub, field: "licenceKey" });
  await expect(asOwn).rejects.toMatchObject({ name: "InvalidCiphertextException" });
  await expect(encrypt("x", { customer: owner.sub, field: "apiSecret" })).rejects.toThrow("not authorized");
});
