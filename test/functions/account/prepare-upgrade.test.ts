import { expect, test } from "vitest";
import { limits, secretMask } from "#shared/limits.ts";
import { rsaKey, rsaKeyBase64 } from "#test/support/rsa-keys.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const request = {
  operation: "upgrade",
  applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
  apiKey: "a1b2c3d4",
  apiSecret: "Secret123secret",
  webhookUrl: "https://hooks.example.jp/incoming",
  billingChargeName: "請求 花子",
  billingPhoneNumber: "06-1234-5678",
  billingEmail: "seikyu@example.com",
  privateKey: rsaKeyBase64(),
};

const newcomer = () => world.createCustomer({ hasApiSecret: false, hasPrivateKey: false, billingEmail: "" });
const post = (payer: Owner, changes: object = {}) =>
  world.portal.call("post-user", { by: payer, body: { ...request, ...changes } });
const { secretsOf } = world;
const auditsOf = async (owner: Owner) =>
  (await world.actionsOf(owner)).filter((action) => action === "upgrade-prepared");

test("credentials and contact are stored, secrets encrypted, and the plan stays", async () => {
  const payer = await newcomer();
  const { status, json } = await post(payer);
  expect([status, json.result.customerId]).toEqual([200, payer.customerId]);
  const { operation: _, apiSecret, privateKey, ...details } = request;
  const unchanged = { plan: "trial", paymentType: "" };
  const profile = await world.profileOf(payer);
  expect(profile).toMatchObject({ ...details, ...unchanged, version: 2, hasApiSecret: true });
  const stored = JSON.stringify(await world.rowsOf(payer));
  expect(stored).not.toContain(apiSecret);
  expect(stored).not.toContain(privateKey);
  expect(Object.keys((await secretsOf(payer)) ?? {}).sort()).toEqual(["apiSecret", "pk", "privateKey", "sk"]);
  expect(await auditsOf(payer)).toHaveLength(1);
});

test("a key of any length that is allowed is encrypted whole", async () => {
  const payer = await newcomer();
  const privateKey = Buffer.from(rsaKey(4096).padEnd(limits.privateKeyMaxBytes, "\n")).toString("base64");
  expect((await post(payer, { privateKey })).status).toBe(200);
  expect(String((await secretsOf(payer))?.privateKey).split(".")).toHaveLength(3);
});

test("masked and empty values stay unchanged; a repetition changes nothing", async () => {
  const payer = await newcomer();
  await post(payer);
  const before = await secretsOf(payer);
  const unchanged = { apiSecret: secretMask, privateKey: "" };
  expect((await post(payer, unchanged)).status).toBe(200);
  expect(await world.profileOf(payer)).toMatchObject({ version: 2 });
  expect((await post(payer, { ...unchanged, apiKey: "b2c3d4e5" })).status).toBe(200);
  expect(await world.profileOf(payer)).toMatchObject({ version: 3, apiKey: "b2c3d4e5" });
  expect(await secretsOf(payer)).toEqual(before);
  expect(await auditsOf(payer)).toHaveLength(2);
});

test.each([
  ["apiSecret", secretMask, "APIシークレット は必須です。"],
  ["privateKey", "", "秘密鍵ファイル は必須です。"],
])("a mask for %s where nothing is stored is refused", async (field, value, sentence) => {
  const payer = await newcomer();
  const { fields } = await world.expectRefused(() => post(payer, { [field]: value }), "bad_request");
  expect(fields).toEqual({ [field]: sentence });
});

test.each(["standard", "suspended"])("a customer on %s is refused", async (plan) => {
  const payer = await world.createCustomer({ plan });
  await world.expectRefused(() => post(payer), "forbidden");
});

test.each<Record<string, string>>([
  {
    ...{ plan: "standard", paymentType: "card", customerId: "x", applicationId: "6f1d7a2e-0b4c" },
    ...{ apiKey: "a1b2c3d", apiSecret: "alllowercase1", webhookUrl: "https://10.0.0.1/" },
    ...{ billingPhoneNumber: "0612345678", privateKey: "not base64!" },
  },
  { privateKey: Buffer.from("-----BEGIN PRIVATE KEY-----\nabc\n").toString("base64") },
])("each wrong field is named: %#", async (wrong) => {
  const { status, json } = await post(await newcomer(), wrong);
  expect([status, Object.keys(json.error.fields ?? {}).sort()]).toEqual([400, Object.keys(wrong).sort()]);
});

test("the same request at once and again is one fact; another secret is another one", async () => {
  const payer = await newcomer();
  const answers = [...(await Promise.all([post(payer), post(payer), post(payer)])), await post(payer)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await auditsOf(payer)).toHaveLength(1);
  await post(payer, { apiSecret: "Another1secret" });
  await post(payer, { applicationId: "11111111-2222-4333-8444-555555555555" });
  await post(payer);
  expect(await auditsOf(payer)).toHaveLength(4);
  expect(await world.profileOf(payer)).toMatchObject({ applicationId: request.applicationId, version: 5 });
});

test("the same secrets are stored again after a new sign-in: the table has no value", async () => {
  const payer = await newcomer();
  await post(payer);
  const before = await secretsOf(payer);
  for (const origin_jti of ["another", undefined, undefined]) {
    const by = { by: payer, claims: { origin_jti } };
    expect((await world.portal.call("post-user", { ...by, body: request })).status).toBe(200);
  }
  expect(await secretsOf(payer)).not.toEqual(before);
  expect(await auditsOf(payer)).toHaveLength(4);
  expect(await world.profileOf(payer)).not.toHaveProperty("secretsDigest");
});

test("another contact beside a payment page that is open is what the page bills", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  expect((await post(payer)).status).toBe(200);
  const atStripe = { email: request.billingEmail, phone: request.billingPhoneNumber };
  expect(await world.payerOf(payer)).toMatchObject(atStripe);
  world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  await world.comeBack(payer);
  const { billingEmail } = request;
  expect(await world.profileOf(payer)).toMatchObject({ plan: "standard", billingEmail });
});
