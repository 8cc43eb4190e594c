import { expect, test } from "vitest";
import * as z from "zod/mini";
import { holdRequests, phone, sessionStorageOf, startBrowser } from "../support/browser.ts";
import { postJson } from "../support/customer.ts";
import { button, field } from "../support/elements.ts";
import { local } from "../support/local.ts";

import { createStandardCustomer, openUpdate, tab } from "../support/update.ts";
import { expectStep, fillBillingContact, keyFile, openUpgrade } from "../support/upgrade.ts";

const { page } = startBrowser();

const press = () => button(page(), "接続を確認する").click();
const result = () => page().getByRole("region", { name: "接続の確認" }).getByRole("status");
const lines = () => result().getByRole("listitem");
const states = async (): Promise<string[]> =>
  (await lines().allInnerTexts()).map((text) => text.split("\n")[0] ?? "");

/** Of the local provider: an account that is ready, and one that is not. */
const sample = { applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10", apiSecret: "Secret123456" };
const bareApplication = "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e20";
const webhookUrl = "https://hooks.example.com/incoming";

const sampleKey = async (): Promise<string> =>
  z.object({ customers: z.object({ privateKey: z.string() }) }).parse((await local.services()).vonage)
    .customers.privateKey;

test("the upgrade says what is wrong at the provider and where to mend it, and goes on", async () => {
  await openUpgrade(page());
  await page().setViewportSize(phone);
  await press();
  await page().getByText("アプリケーションID は必須です。").waitFor();
  expect(
    await field(page(), "アプリケーションID").evaluate((input) => input === document.activeElement),
  ).toBe(true);

  await field(page(), "アプリケーションID").fill(bareApplication);
  await field(page(), "APIキー").fill("a1b2c3d4");
  await field(page(), "APIシークレット").fill(sample.apiSecret);
  await field(page(), "着信用Webhook URL").fill(webhookUrl);
  await field(page(), "秘密鍵ファイル").setInputFiles(keyFile());
  await button(page(), "接続を確認する").focus();
  await page().keyboard.press("Enter");
  await lines().first().waitFor();
  expect(await states()).toEqual([
    "APIキーとAPIシークレット：問題ありません",
    "アプリケーションID：問題ありません",
    "秘密鍵ファイル：確認が必要です",
    "音声（Voice）：確認が必要です",
    "電話番号の割り当て：確認が必要です",
    "残高：問題ありません",
  ]);
  expect(await lines().getByRole("link").count()).toBe(3);
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(sample.apiSecret);

  // A change takes back what was said.
  await field(page(), "アプリケーションID").fill(sample.applicationId);
  await expect.poll(() => lines().count()).toBe(0);
  // A late answer about other values is not shown.
  const goOn = await holdRequests(page(), "**/diagnose");
  await press();
  await field(page(), "APIキー").fill("a1b2c3d5");
  const answered = page().waitForResponse("**/diagnose");
  goOn();
  await answered;
  await expect.poll(() => button(page(), "接続を確認する").isEnabled()).toBe(true);
  expect(await lines().count()).toBe(0);
  await page().unroute("**/diagnose");
  await field(page(), "APIキー").fill("a1b2c3d4");
  await field(page(), "秘密鍵ファイル").setInputFiles(keyFile("sample.key", await sampleKey()));
  await local.fault({ service: "vonage", operation: "GET /v2/applications/{id}", status: 500, times: 1 });
  await press();
  await page().getByText("接続を確認できませんでした。").waitFor();
  await press();
  await result().getByText("確認できた項目に、問題はありませんでした。").waitFor();
  expect(await lines().count()).toBe(7);

  // Advice only.
  await field(page(), "アプリケーションID").fill(bareApplication);
  await press();
  await lines().first().waitFor();
  await button(page(), "次へ").click();
  await expectStep(page(), 1);
  await fillBillingContact(page());
});

test("/update asks for the secret to check; nothing is saved, and what was typed stays", async () => {
  const customer = await createStandardCustomer();
  await openUpdate(page(), customer);
  await tab(page(), "voice").click();
  await press();
  await page().getByText("登録済みのAPIシークレットは読み出せないため").waitFor();
  const secret = field(page(), "APIシークレット");
  expect(await secret.evaluate((input) => input === document.activeElement)).toBe(true);
  await secret.fill("Wrong1234567");
  await local.clearRequests();
  await button(page(), "接続を確認する").dblclick();
  await result().getByText("APIキーとAPIシークレット：確認が必要です").waitFor();
  expect(
    (await local.requests("vonage")).filter(({ path }) => path.startsWith("/v2/applications")),
  ).toHaveLength(1);
  expect(await lines().count()).toBe(1);
  await secret.fill(sample.apiSecret);
  await field(page(), "アプリケーションID").fill(sample.applicationId);
  await field(page(), "着信用Webhook URL").fill(webhookUrl);
  await press();
  await result().getByText("秘密鍵ファイルを選択すると、確認できます。").waitFor();
  expect(await states()).toContain("秘密鍵ファイル：未確認");
  expect(await secret.inputValue()).toBe(sample.apiSecret);
  for (let count = 0; count < 8; count += 1)
    await postJson("/api/voice-provider/diagnose", { ...sample, apiKey: "a1b2c3d4" }, customer.idToken);
  await press();
  await page().getByText("操作の回数が上限に達しました。").waitFor();
});
