import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { navigateTo, openAs, phone, signInHere, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { heading } from "../support/elements.ts";

const { page, context } = startBrowser();

const places = {
  メニュー: "/menu",
  ダウンロード: "/dl/plugin",
  ご契約とお支払い: "/contract",
  ご登録情報: "/update",
  ライセンスキー: "/licence",
  ご利用開始ガイド: "/guide",
  ログインとセキュリティ: "/security",
  データのダウンロードと退会: "/leave",
};
const navigation = () => page().getByRole("navigation", { name: "ページ一覧" });
const fold = () => navigation().getByRole("button", { name: "ページ一覧" });
const current = (): Promise<string[]> =>
  navigation().locator("[aria-current=page], [aria-current=true]").allInnerTexts();

let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

test("every screen is one click away, the current one is marked, the frame drawn once", async () => {
  await openAs(page(), customer);
  await navigation().waitFor();
  await page().evaluate(() => {
    for (const part of document.querySelectorAll("header, nav[aria-label=ページ一覧], footer"))
      part.setAttribute("data-first", "");
  });
  for (const [name, path] of Object.entries(places)) {
    await navigateTo(page(), name);
    await page().waitForURL(`**${path}`);
    await expect.poll(current).toEqual([name]);
    for (const part of ["header", "nav", "footer"])
      expect(await page().locator(`${part}[data-first]`).count()).toBe(1);
  }
  await navigateTo(page(), "ログインとセキュリティ");
  await page().getByRole("button", { name: "パスワードを変更する" }).click();
  await page().getByLabel("現在のパスワード").waitFor();
  expect(await current()).toEqual(["ログインとセキュリティ"]);
  const axisOf = (part: string) =>
    page()
      .locator(part)
      .evaluate((element) => element.getBoundingClientRect().left + element.getBoundingClientRect().right);
  expect(await axisOf("main")).toBe(await axisOf("footer"));
  expect(await page().locator("header[data-first]").count()).toBe(1);
});

test("another screen begins at its top, and Back finds the place, also with late data", async () => {
  const scrolled = () => page().evaluate(() => window.scrollY);
  await openAs(page(), customer, "/update");
  await page().getByRole("button", { name: "変更を保存" }).waitFor();
  await page().mouse.wheel(0, 700);
  await expect.poll(scrolled).toBe(700);
  await navigateTo(page(), "ライセンスキー");
  await heading(page(), "ライセンスキー").waitFor();
  expect(await scrolled()).toBe(0);
  await page().goBack();
  await page().getByRole("button", { name: "変更を保存" }).waitFor();
  await expect.poll(scrolled).toBe(700);
  await page().reload();
  await page().getByRole("button", { name: "変更を保存" }).waitFor();
  await expect.poll(scrolled).toBe(700);
});

test("on a phone the navigation unfolds, and folds after a choice and by Escape", async () => {
  await page().setViewportSize(phone);
  await openAs(page(), customer);
  const link = (): Locator => navigation().getByRole("link", { name: "ライセンスキー" });
  await fold().click();
  await link().waitFor();
  await page().keyboard.press("Escape");
  await link().waitFor({ state: "hidden" });
  expect(await fold().evaluate((button) => button === document.activeElement)).toBe(true);
  await fold().click();
  await link().click();
  await page().waitForURL("**/licence");
  await link().waitFor({ state: "hidden" });
});

test("in forced colours the current place stands out", async () => {
  await page().emulateMedia({ forcedColors: "active" });
  await openAs(page(), customer);
  const border = (name: string): Promise<string> =>
    navigation()
      .getByRole("link", { name, exact: true })
      .evaluate((link) => getComputedStyle(link).borderLeftWidth);
  expect(await border("メニュー")).not.toBe(await border("ダウンロード"));
});

test("the keyboard reaches the screen's content without the navigation", async () => {
  await openAs(page(), customer, "/licence");
  await heading(page(), "ライセンスキー").waitFor();
  await page().evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page().keyboard.press("Tab");
  const skip = page().getByRole("button", { name: "本文へ移動" });
  await expect.poll(() => skip.evaluate((element) => element === document.activeElement)).toBe(true);
  await page().keyboard.press("Enter");
  await expect.poll(() => page().evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

test("a link to a topic of the guide leads there after the sign-in", async () => {
  await page().goto("/guide#vonage");
  await signInHere(page(), customer);
  await page().waitForURL("**/guide#vonage");
  const isThere = () => page().evaluate(() => document.activeElement?.id);
  await expect.poll(isThere).toBe("vonage");
});

test("an address opened in another tab says why it asks to sign in, and opens then", async () => {
  await openAs(page(), customer);
  const tab = await context().newPage();
  await tab.goto("/update");
  await tab.getByText("このタブではログインしていません。ログインすると、ページを表示します。").waitFor();
  await signInHere(tab, customer);
  await tab.waitForURL("**/update");
  // The first tab goes on as it was.
  await navigateTo(page(), "ライセンスキー");
  await page().waitForURL("**/licence");
});
