import { beforeAll, expect, test } from "vitest";
import { navigateTo, openAs, openCompleted, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button, expectFieldError, field } from "../support/elements.ts";

import { createStandardCustomer, openUpdate, tab } from "../support/update.ts";
import { openUpgrade } from "../support/upgrade.ts";

const { page } = startBrowser();

/** Reading changes nothing. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

const heading = (name: string) => page().getByRole("heading", { name, exact: true });
const focused = (): Promise<string> =>
  page().evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
  });

test("the guide is reached from menu and navigation, and read by keys", async () => {
  await openAs(page(), customer);
  await page().getByRole("main").getByRole("link", { name: "ご利用開始ガイド", exact: true }).first().click();
  await heading("ご利用開始ガイド").waitFor();
  await navigateTo(page(), "メニュー");
  await navigateTo(page(), "ご利用開始ガイド");
  await heading("ご利用開始ガイド").waitFor();
  const contents = page().getByRole("navigation", { name: "目次" });
  await contents.getByRole("link", { name: "Vonageのアプリケーションを作成する" }).press("Enter");
  // The link has the heading's words.
  await expect.poll(() => page().evaluate(() => document.activeElement?.id)).toBe("vonage");
  await page().keyboard.press("Tab");
  expect(await focused()).toContain("Vonageの管理画面");
});

test("a link to a topic opens there, all links lead somewhere, paper has all the text", async () => {
  await openAs(page(), customer, "/guide#private-key");
  await expect.poll(focused).toBe("秘密鍵ファイル");
  const main = page().getByRole("main");
  for (const id of await main
    .locator("a[href*='#']")
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute("href") ?? "", location.href).hash.slice(1)),
    ))
    expect(await main.locator(`[id="${id}"]`).count(), id).toBe(1);
  expect(await main.locator("a[target=_blank]:not([rel='noopener noreferrer'])").count()).toBe(0);

  await page().emulateMedia({ media: "print" });
  for (const part of ["banner", "contentinfo", "navigation"] as const)
    expect(await page().getByRole(part).count(), part).toBe(0);
  expect(await button(page(), "印刷する").isVisible()).toBe(false);
  for (const name of ["kintoneにプラグインを追加する", "APIシークレット", "うまくいかないとき"])
    expect(await heading(name).isVisible(), name).toBe(true);
  // No element is beside the text.
  expect(await main.evaluate((element) => element.getBoundingClientRect().left)).toBeLessThan(40);
});

test("the completed upgrade leads to the guide", async () => {
  await openAs(page(), customer);
  await openCompleted(page(), "/upgrade/comp");
  await page().getByRole("main").getByRole("link", { name: "ご利用開始ガイド" }).click();
  await heading("ご利用開始ガイド").waitFor();
});

const hints = {
  アプリケーションID: /「Application ID」をコピーします/,
  APIキー: /「API key」をコピーします/,
  APIシークレット: /「API secret」をコピーします/,
  "着信用Webhook URL": /「Answer URL」に入力したURL/,
  秘密鍵ファイル: /「private.key」がダウンロードされます/,
};

test("/upgrade has a button after each field to say where its value is; Enter goes on", async () => {
  await openUpgrade(page(), customer);
  const main = page().getByRole("main");
  expect(await main.getByRole("img").count()).toBe(0);
  for (const [name, words] of Object.entries(hints)) {
    await field(page(), name).focus();
    await page().keyboard.press("Tab");
    // The secret's own button comes first.
    if (name === "APIシークレット") await page().keyboard.press("Tab");
    expect(await focused()).toBe(`${name}の確認方法`);
    await page().keyboard.press("Enter");
    await main.getByRole("img", { name: words }).waitFor();
  }
  await field(page(), "アプリケーションID").press("Enter");
  await expectFieldError(page(), "アプリケーションID", "アプリケーションID は必須です。");
  await button(page(), "アプリケーションIDの確認方法").click();
  await main.getByRole("img", { name: hints.アプリケーションID }).waitFor({ state: "detached" });
});

test("/update: beside the values, and beside a secret once it is replaced", async () => {
  await openUpdate(page(), await createStandardCustomer());
  await tab(page(), "voice").click();
  await button(page(), "APIシークレットの変更").click();
  await button(page(), "秘密鍵ファイルの変更").click();
  for (const [name, words] of Object.entries(hints)) {
    await button(page(), `${name}の確認方法`).click();
    await page().getByRole("main").getByRole("img", { name: words }).waitFor();
  }
});
