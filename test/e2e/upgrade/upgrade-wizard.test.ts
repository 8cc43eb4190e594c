import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { messages } from "#shared/messages.ts";
import { expectStillAtBothWidths } from "../site/layout.ts";
import { openAs, routeOnce, sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import { apiSecret, keyText } from "../support/credentials.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { button, expectErrorPage, expectFieldError, field, valuesOf } from "../support/elements.ts";
import { local } from "../support/local.ts";

import { setPlan } from "../support/table.ts";
import {
  billingContact,
  expectStep,
  fillBillingContact,
  fillSecrets,
  fillVoiceProvider,
  keyFile,
  openUpgrade,
  planOf,
  reachPayment,
  voiceProvider,
} from "../support/upgrade.ts";

const { page, context } = startBrowser();
const next = () => button(page(), "次へ").click();

describe("access to the upgrade", () => {
  test("a suspended customer reads the reason, with a link to the menu", async () => {
    const customer = await createCustomer();
    await setPlan(subOf(customer.idToken), "suspended");
    const stored = { ...customer.stored, plan: "suspended", paymentType: "" };
    await openAs(page(), { ...customer, stored }, "/upgrade");
    await page().getByText("トライアルプランのお客様のみご利用いただけます").waitFor();
    await button(page(), "メニューへ").click();
    await page().waitForURL("**/menu");
  });

  test("without a stored paymentType or plan it is /signin, and back afterwards", async () => {
    const customer = await createCustomer();
    const { stored } = customer;
    await openAs(page(), { ...customer, stored: { ...stored, plan: "trial" } }, "/upgrade");
    await page().waitForURL("**/signin");
    await page().evaluate(() => sessionStorage.removeItem("plan"));
    await openAs(page(), { ...customer, stored: { ...stored, paymentType: "" } }, "/upgrade");
    await signInHere(page(), customer);
    await expectStep(page(), 0);
  });
});

describe("step 0", () => {
  test("says at each field what is missing or wrong, and refuses an invalid key file", async () => {
    await openUpgrade(page());
    await next();
    await expectFieldError(page(), "アプリケーションID", "アプリケーションID は必須です。");
    await expectFieldError(page(), "APIシークレット", "APIシークレット は必須です。");
    await expectFieldError(page(), "秘密鍵ファイル", "秘密鍵ファイル は必須です。");
    await fillVoiceProvider(page(), keyFile("customer.pem"));
    await page().getByText("customer.pem").waitFor();
    await expectFieldError(
      page(),
      "秘密鍵ファイル",
      "秘密鍵ファイルは、拡張子が .key のファイルを選択してください。",
    );

    const useless: [contents: string | Uint8Array, message: string][] = [
      ["", messages.privateKeyEmpty],
      [Uint8Array.of(0xff, 0xfe, 0x00), "秘密鍵のエンコードに失敗しました"],
      ["-----BEGIN PRIVATE KEY-----\nhello\n-----END PRIVATE KEY-----\n", messages.privateKeyContent],
    ];
    for (const [contents, message] of useless) {
      await fillSecrets(page(), keyFile("customer.key", contents));
      await next();
      await page().getByRole("alert").filter({ hasText: message }).waitFor();
      await expectStep(page(), 0);
    }
  });

  test("a key file counts as it was when chosen; one of the same name is chosen again", async () => {
    const folder = await mkdtemp(join(tmpdir(), "key-"));
    const path = join(folder, "customer.key");
    await writeFile(path, "-----BEGIN PRIVATE KEY-----");
    await openUpgrade(page());
    await fillVoiceProvider(page());
    const input = field(page(), "秘密鍵ファイル");
    await input.setInputFiles(path);
    await next();
    await page().getByRole("alert").filter({ hasText: messages.privateKeyContent }).waitFor();
    // A browser reports no change of a field that keeps its value.
    expect(await input.inputValue()).toBe("");
    await writeFile(path, keyText);
    const read = page().evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { arrayBuffer } = Blob.prototype;
          Blob.prototype.arrayBuffer = async function () {
            const bytes = await arrayBuffer.call(this);
            resolve();
            return bytes;
          };
        }),
    );
    await input.setInputFiles(path);
    await read;
    await writeFile(path, "an editor has saved something else");
    await next();
    await expectStep(page(), 1);
    await rm(folder, { recursive: true });
  });

  test("a file dropped beside the box leaves the page alone, and the box says where", async () => {
    await openUpgrade(page());
    await fillVoiceProvider(page());
    const drag = (type: string, target: string) =>
      page().evaluate(
        ([type, target]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["key"], "customer.key"));
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector(target)?.dispatchEvent(event);
          return event.defaultPrevented;
        },
        [type, target] as const,
      );
    expect(await drag("dragover", "h1")).toBe(true);
    await page().getByText("ここにドロップしてください").waitFor();
    expect(await drag("drop", "h1")).toBe(true);
    await page().getByText("ここにドロップしてください").waitFor({ state: "detached" });
    expect(await drag("drop", "input[type=file]")).toBe(false);
  });

  test("an unreadable key file leads to the menu, as does cancelling; the text stays", async () => {
    await openUpgrade(page());
    await page().evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    });
    await fillVoiceProvider(page());
    await next();
    await page().waitForURL("**/menu");
    await page().getByRole("alert").filter({ hasText: "秘密鍵の読み込みに失敗しました" }).waitFor();
    await button(page(), "アップグレード").click();
    expect(await valuesOf(page(), Object.keys(voiceProvider))).toEqual(voiceProvider);
    await button(page(), "キャンセル").click();
    await page().waitForURL("**/menu");
  });
});

test("an unknown key and a lost connection are shown in place; a 500 leads to /error", async () => {
  await openUpgrade(page());
  await fillVoiceProvider(page());
  const alert = page().getByRole("alert").filter({ hasText: "APIキーを確認できませんでした" });
  const fill = () => field(page(), "APIキー").fill("zzzz9999");
  await expectStillAtBothWidths(page(), fill, async () => {
    await next();
    await alert.waitFor();
  });
  const link = alert.getByRole("link");
  expect(await link.getAttribute("href")).toBe("https://dashboard.vonage.com/");
  expect(await link.getAttribute("rel")).toContain("noopener");
  expect(await field(page(), "APIキー").getAttribute("aria-invalid")).toBe("true");

  await field(page(), "APIキー").fill("a1b2c3d4");
  const message1 = "<b onclick=alert(1)>確認</b>";
  await routeOnce(page(), "**/api/voice-provider/check", (route) =>
    route.fulfill({
      json: {
        result: { status: "not_updated", message1, link: "https://evil.example.com/", message2: "。" },
      },
    }),
  );
  await next();
  const withMarkup = page().getByRole("alert").filter({ hasText: message1 });
  await withMarkup.waitFor();
  expect(await withMarkup.getByRole("link").count()).toBe(0);

  await context().setOffline(true);
  await next();
  await page().getByRole("alert").filter({ hasText: "サーバーに接続できませんでした" }).waitFor();
  await context().setOffline(false);
  await next();
  await expectStep(page(), 1);
  await fillBillingContact(page());
  await local.fault({ service: "dynamodb", status: 500, times: 20 });
  await next();
  await expectErrorPage(page());
});

describe("Back and reload", () => {
  test("lose only secret and key, which are asked for; a later correction needs neither", async () => {
    const customer = await openUpgrade(page());
    await fillVoiceProvider(page());
    expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(apiSecret);
    await page().reload();
    await expectStep(page(), 0);
    expect(await valuesOf(page(), Object.keys(voiceProvider))).toEqual(voiceProvider);
    expect(await field(page(), "APIシークレット").inputValue()).toBe("");
    await page().getByText("安全のためブラウザーに保存していません。").first().waitFor();
    await page().getByText("「customer.key」をもう一度選択してください。").waitFor();
    await fillSecrets(page());
    await next();

    await expectStep(page(), 1);
    await page().getByText("株式会社テスト商事").waitFor();
    await next();
    await expectFieldError(page(), "請求先 ご担当者名", "請求先 ご担当者名 は必須です。");
    await fillBillingContact(page());
    await button(page(), "戻る").click();
    await expectStep(page(), 0);
    expect(await field(page(), "APIシークレット").inputValue()).toBe(apiSecret);
    await page().getByText("customer.key", { exact: true }).waitFor();
    await next();
    expect(await valuesOf(page(), Object.keys(billingContact))).toEqual(billingContact);
    await page().reload();
    await expectStep(page(), 0);
    await fillSecrets(page());
    await next();
    await expectStep(page(), 1);
    expect(await valuesOf(page(), Object.keys(billingContact))).toEqual(billingContact);
    await next();

    await expectStep(page(), 2);
    await page().reload();
    await expectStep(page(), 2);
    await page().goBack();
    await expectStep(page(), 1);
    expect(await valuesOf(page(), Object.keys(billingContact))).toEqual(billingContact);
    await field(page(), "請求先 ご担当者名").fill("請求 次郎");
    await page().goForward();
    await expectStep(page(), 1);
    await next();
    await expectStep(page(), 2);
    await page().getByRole("radio", { name: "請求書払い" }).check();
    await page().getByText("請求 次郎").waitFor();
    expect(await planOf(customer)).toEqual(["trial", ""]);
    const stored = JSON.stringify(await sessionStorageOf(page()));
    for (const secret of [apiSecret, Buffer.from(keyText).toString("base64")])
      expect(stored).not.toContain(secret);
  });

  test("do not carry one customer's input over to another", async () => {
    await reachPayment(page());
    await page().evaluate(() => sessionStorage.removeItem("loginId"));
    await openUpgrade(page());
    expect(await field(page(), "APIキー").inputValue()).toBe("");
  });
});
