import { generateKeyPairSync } from "node:crypto";
import { expect, inject, test } from "vitest";
import { type ConnectionCheckKind, connectionCheckKinds } from "#shared/connection-check.ts";
import { voiceProviderDiagnose } from "#shared/endpoints.ts";
import { isAllowedKeyCheckLink } from "#shared/key-check.ts";
import { newPerson } from "../support/people.ts";
import { startPortal } from "../support/portal.ts";

const portal = await startPortal();

const base64 = (pem: string): string => Buffer.from(pem).toString("base64");
const paired = base64(inject("vonageKeys").privateKey);
const otherKey = base64(
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs1", format: "pem" })
    .toString(),
);

const ready = {
  applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
  apiKey: "a1b2c3d4",
  apiSecret: "Secret123456",
  privateKey: paired,
  webhookUrl: "https://hooks.example.com/incoming",
};
const poor = { apiKey: "b2c3d4e5", applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e30" };
const bare = "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e20";

const diagnose = (body: object, person = newPerson()) =>
  portal.call("voice-provider-diagnose", { by: person, body });

async function checksOf(body: object) {
  const { status, text } = await diagnose(body);
  expect(status).toBe(200);
  return voiceProviderDiagnose.response.parse(JSON.parse(text)).result.checks;
}
async function failedOf(body: object): Promise<ConnectionCheckKind[]> {
  return (await checksOf(body)).filter(({ state }) => state === "failed").map(({ kind }) => kind);
}

test("an account that is ready passes every check, whichever way its key is written", async () => {
  const checks = await checksOf(ready);
  expect(checks).toEqual(connectionCheckKinds.map((kind) => ({ kind, state: "ok" })));
  const withMark = base64(`\uFEFF${inject("vonageKeys").privateKey}`);
  expect(await failedOf({ ...ready, privateKey: withMark })).toEqual([]);
  expect(await failedOf({ ...ready, webhookUrl: "https://HOOKS.example.com:443/incoming" })).toEqual([]);
});

test.each<[string, object, ConnectionCheckKind[]]>([
  ["a wrong secret", { ...ready, apiSecret: "Wrong1234567" }, ["credentials"]],
  ["an unknown key", { ...ready, apiKey: "ffffffff" }, ["credentials"]],
  ["another account's application", { ...ready, applicationId: poor.applicationId }, ["application"]],
  ["another private key", { ...ready, privateKey: otherKey }, ["privateKey"]],
  ["text that is no key", { ...ready, privateKey: base64("not a key") }, ["privateKey"]],
  ["another webhook", { ...ready, webhookUrl: "https://hooks.example.com/other" }, ["webhook"]],
  ["nothing but an application", { ...ready, applicationId: bare }, ["privateKey", "voice", "number"]],
  ["another address and no balance", { ...ready, ...poor }, ["webhook", "balance"]],
])("%s is said, with what to do and where", async (_, body, kinds) => {
  const failed = (await checksOf(body)).filter(({ state }) => state === "failed");
  expect(failed.map(({ kind }) => kind)).toEqual(kinds);
  for (const { message = "", link = "" } of failed) {
    expect(message).toMatch(/。$/);
    expect(isAllowedKeyCheckLink(link)).toBe(true);
  }
});

test("empty fields are neither checked nor reported", async () => {
  const { privateKey: _, webhookUrl: __, ...rest } = ready;
  const checks = await checksOf(rest);
  expect(checks.filter(({ state }) => state !== "ok")).toEqual([
    { kind: "privateKey", state: "unknown", message: "秘密鍵ファイルを選択すると、確認できます。" },
  ]);
  expect(checks.map(({ kind }) => kind)).not.toContain("webhook");
});

test.each([0, 429, 500])("Vonage answering %i about the application is 502, no verdict", async (status) => {
  portal.faults.add({ service: "vonage", operation: "GET /v2/applications/{id}", status, times: 2 });
  expect((await diagnose(ready)).status).toBe(502);
});

test.each([
  ["number", "GET /account/numbers"],
  ["balance", "GET /account/get-balance"],
])("the rest is told without an answer about the %s", async (kind, operation) => {
  portal.faults.add({ service: "vonage", operation, status: 500 });
  const checks = await checksOf(ready);
  expect(checks.filter(({ state }) => state !== "ok").map((check) => [check.kind, check.state])).toEqual([
    [kind, "unknown"],
  ]);
});

test("the credentials are neither stored nor returned", async () => {
  const { text } = await diagnose({ ...ready, apiSecret: "Canary123456", privateKey: otherKey });
  const everything = text + JSON.stringify(await portal.everything());
  expect(everything).not.toContain("Canary123456");
  expect(everything).not.toContain(otherKey);
});
