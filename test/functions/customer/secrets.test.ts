import { expect, test } from "vitest";
import { decrypt } from "#functions/platform/kms.ts";
import { secretMask } from "#shared/limits.ts";
import { rsaKey, rsaKeyBase64 } from "#test/support/rsa-keys.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const canaries = {
  apiSecret: "Canary1apiSecret",
  basicPassword: "Canary2basicPassword",
  privateKey: rsaKeyBase64(),
};

/** The key as it is sent, and as it stands in its file. */
const forms = [...Object.values(canaries), rsaKey(), rsaKey().split("\n")[1] ?? ""].flatMap((canary) => [
  canary,
  Buffer.from(canary).toString("base64"),
]);

/** `answers`: beside the table, the log, the mails and the calls of other services. */
async function expectNowhere(answers: readonly string[] = []): Promise<void> {
  const { logged, inbox, requests } = world.portal;
  const calls = requests.list().filter(({ service }) => service !== "kms");
  const places = JSON.stringify([await world.portal.everything(), logged, inbox.list(), calls, answers]);
  const found = forms.filter((form) => places.includes(JSON.stringify(form).slice(1, -1)));
  expect(found).toEqual([]);
}

test("a secret is encrypted for owner and field, shown as its mask, and found nowhere", async () => {
  const owner = await world.createStandardCustomer({ hasApiSecret: false, hasPrivateKey: false });
  expect(await world.userRecordOf(owner)).toMatchObject({ ApiSecret: "", PrivateKey: "" });
  world.portal.requests.clear();
  expect((await world.update(owner, canaries)).status).toBe(200);
  const masks = { ApiSecret: secretMask, BasicPassword: secretMask, PrivateKey: secretMask };
  expect(await world.userRecordOf(owner)).toMatchObject({ ...masks, Version: 2 });
  const flags = { hasApiSecret: true, hasBasicPassword: true, hasPrivateKey: true };
  expect(await world.profileOf(owner)).toMatchObject(flags);
  const [fields] = await world.auditOf(owner);
  expect(fields).toEqual(["apiSecret", "basicPassword", "privateKey"]);
  world.portal.faults.add({ service: "stripe", status: 500 });
  await world.update(owner, { ...canaries, city: "港区" });
  await world.reconcile();

  await expectNowhere();
  const { loginId, email, phoneNumber } = owner;
  const lines = world.portal.logged.join("");
  for (const personal of [loginId, email, phoneNumber, "株式会社", "佐藤", "keiri@example.com"])
    expect(lines).not.toContain(personal);

  // Only somebody who may decrypt, for the same customer and field, has it back.
  const encrypted = await world.secretsOf(owner);
  world.portal.become("operator");
  for (const field of ["apiSecret", "basicPassword", "privateKey"] as const) {
    const opened = await decrypt(String(encrypted?.[field]), { customer: owner.sub, field });
    expect(opened).toBe(canaries[field]);
  }
});

async function ownerWithSecrets(): Promise<Owner> {
  const owner = await world.createStandardCustomer();
  await world.update(owner, canaries);
  return owner;
}

test("a mask and an empty key stay what they are, alone and beside a change", async () => {
  const owner = await ownerWithSecrets();
  const before = await world.secretsOf(owner);
  const untouched = { apiSecret: secretMask, basicPassword: secretMask, privateKey: "" };
  const { status } = await world.expectNothingWritten(() => world.update(owner, untouched));
  expect(status).toBe(200);
  expect((await world.update(owner, { ...untouched, apiKey: "z9y8x7w6" })).status).toBe(200);
  expect(await world.secretsOf(owner)).toEqual(before);
  expect((await world.auditOf(owner)).at(-1)).toEqual(["apiKey"]);
  expect(await world.profileOf(owner)).toMatchObject({ hasPrivateKey: true, hasApiSecret: true });
});

test("the same secrets again are known for the same, also with an older version", async () => {
  const owner = await ownerWithSecrets();
  const sent = { version: 1, ...canaries };
  const again = await world.expectNothingWritten(() => world.update(owner, sent));
  expect(again.status).toBe(200);
  expect(await world.auditOf(owner)).toHaveLength(1);
  // Other ones for a profile that nobody has seen are refused as before.
  expect((await world.update(owner, { ...sent, apiSecret: "Another1secret" })).status).toBe(409);
});

test("the password of Basic authentication can be given up, once", async () => {
  const owner = await ownerWithSecrets();
  const { basicPassword: _, ...rest } = (await world.secretsOf(owner)) ?? {};
  expect((await world.update(owner, { basicPassword: "" })).status).toBe(200);
  expect(await world.secretsOf(owner)).toEqual(rest);
  expect(await world.userRecordOf(owner)).toMatchObject({ BasicPassword: "", Version: 3 });
  expect((await world.auditOf(owner)).at(-1)).toEqual(["basicPassword"]);
  const again = await world.expectNothingWritten(() => world.update(owner, { basicPassword: "" }));
  expect(again.status).toBe(200);
});

test("a secret that KMS could not encrypt changes nothing", async () => {
  const owner = await ownerWithSecrets();
  world.portal.faults.add({ service: "kms", status: 500, times: 3 });
  const request = { apiSecret: "Another1secret", city: "港区" };
  await world.expectRefused(() => world.update(owner, request), "unavailable");
});

test("secrets of an update that is refused or fails are found nowhere either", async () => {
  const owner = await ownerWithSecrets();
  const answers: string[] = [];
  async function statusOf(fields: object): Promise<number> {
    const { status, text } = await world.update(owner, fields);
    answers.push(text);
    return status;
  }
  const changed = { apiSecret: `${canaries.apiSecret}2`, basicPassword: `${canaries.basicPassword}2` };
  expect(await statusOf({ ...changed, version: 1 })).toBe(409);
  expect(await statusOf({ ...changed, plan: "standard" })).toBe(400);
  expect(await statusOf({ ...changed, apiKey: rsaKey() })).toBe(400);
  world.portal.faults.add({ service: "kms", status: 500, times: 6 });
  expect(await statusOf(changed)).toBe(503);
  world.portal.faults.add({ service: "dynamodb", operation: "TransactWriteItems", status: 0, times: 3 });
  expect(await statusOf(changed)).toBe(503);
  expect(await statusOf(changed)).toBe(200);
  answers.push((await world.getUser(owner)).text, (await world.getContract(owner)).text);
  await expectNowhere(answers);
});
