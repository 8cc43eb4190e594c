import { expect, test } from "vitest";
import { rsaKey } from "#test/support/rsa-keys.ts";
import { openAs, startBrowser } from "../support/browser.ts";
import { createCustomer, getApi, newPerson, postJson, subOf, tokensOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { field } from "../support/sign-up.ts";
import { customerItems, decrypt, itemsNaming, setPlan } from "../support/table.ts";
import { expectStep, fillBillingContact, keyFile, voiceProvider } from "../support/upgrade.ts";

const { page, context } = startBrowser();

/** Customers' secrets, entered in their fields. */
const canaries = {
  password: "Canary-Password-7!",
  apiSecret: "CanarySecret77",
  newApiSecret: "CanarySecret88",
  basicPassword: "Canary-Basic-7!",
  keyContent: rsaKey(),
};
const keyBase64 = Buffer.from(canaries.keyContent).toString("base64");
const planted = [...Object.values(canaries), canaries.keyContent.split("\n")[1] ?? "", keyBase64];
const found = (text: string): string[] =>
  planted.filter((canary) => text.includes(canary) || text.includes(JSON.stringify(canary).slice(1, -1)));

const button = (name: string) => page().getByRole("button", { name, exact: true });

/** Keys and values of every storage that the page can write to. */
const storages = (): Promise<string> =>
  page().evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches_ = await caches.keys();
    const cookies = document.cookie;
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches_, cookies]);
  });

test("no response, log line, mail, stored key, row or call to a provider ever holds a secret in the clear", async () => {
  const person = { ...newPerson(), password: canaries.password };
  const customer = await createCustomer({ person });
  const sub = subOf(customer.idToken);
  const answers: string[] = [];
  context().on("response", async (response) => {
    if (response.url().includes("/api/")) answers.push(await response.text().catch(() => ""));
  });
  await local.clearRequests();

  // The secrets that a person types on their way to the standard plan; the key comes as a file.
  await openAs(page(), customer);
  await button("アップグレード").click();
  await expectStep(page(), 0);
  for (const [label, text] of Object.entries(voiceProvider)) await field(page(), label).fill(text);
  await field(page(), "APIシークレット").fill(canaries.apiSecret);
  await field(page(), "秘密鍵ファイル").setInputFiles(keyFile("canary.key", canaries.keyContent));
  await button("次へ").click();
  await expectStep(page(), 1);
  expect(found(await storages())).toEqual([]);
  await fillBillingContact(page());
  await button("次へ").click();
  await expectStep(page(), 2);
  expect(found(await storages())).toEqual([]);

  // Those that are replaced afterwards, refused ones among them.
  await setPlan(sub, "standard");
  const update = async (body: object): Promise<number> => {
    const response = await postJson("/api/user", { operation: "update", ...body }, customer.idToken);
    answers.push(await response.text());
    return response.status;
  };
  const changed = { apiSecret: canaries.newApiSecret, basicPassword: canaries.basicPassword };
  expect(await update({ ...changed, version: 1 })).toBe(409);
  expect(await update({ ...changed, plan: "standard" })).toBe(400);
  expect(await update({ ...changed, privateKey: keyBase64, apiKey: canaries.keyContent })).toBe(400);
  await local.fault({ service: "kms", status: 500, times: 6 });
  expect(await update(changed)).toBe(503);
  await local.clearFaults();
  await local.fault({ service: "dynamodb", operation: "TransactWriteItems", status: 0, times: 6 });
  expect(await update(changed)).toBeGreaterThanOrEqual(500);
  await local.clearFaults();
  expect(await update({ ...changed, privateKey: keyBase64 })).toBe(200);
  answers.push(await (await getApi(`/api/user?name=${customer.loginId}`, customer.idToken)).text());
  answers.push(await (await getApi("/api/contract", customer.idToken)).text());
  await tokensOf(person);
  await local.reconcile();

  // They did arrive: encrypted, and nowhere else.
  const secrets = (await customerItems(sub)).find(({ sk }) => sk?.S === "SECRETS");
  const opened = await decrypt(secrets?.apiSecret?.S ?? "", { customer: sub, field: "apiSecret" });
  expect(opened).toBe(canaries.newApiSecret);

  expect(answers.length).toBeGreaterThan(8);
  expect(found(answers.join("\n"))).toEqual([]);
  expect(found((await local.logs()).map(({ line }) => line).join("\n"))).toEqual([]);
  expect(found(JSON.stringify(await local.messages(person.email)))).toEqual([]);
  for (const canary of planted) expect(await itemsNaming(canary)).toEqual([]);
  const calls = (await local.requests()).filter(({ service }) => service !== "kms");
  expect(found(JSON.stringify(calls))).toEqual([]);
});
