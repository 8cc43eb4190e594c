import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { company } from "#test/support/company.ts";
import { holdRequests, openAs, phone, sessionStorageOf, startBrowser } from "../support/browser.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { heading, pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { setPlan } from "../support/table.ts";

const { page } = startBrowser();

const cards = {
  プラグインダウンロード: "/dl/plugin",
  マニュアルダウンロード: "/dl/manual",
  アップグレード: "/upgrade",
  ご登録情報の変更: "/update",
  パスワードの変更: "/pw/change",
};
const card = (name: string): Locator => page().getByRole("button", { name, exact: true });
const upgrade = () => card("アップグレード");
const spinner = () => page().getByRole("status").filter({ hasText: "読み込み中" });

/** No journey here changes anything but the plan. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function openMenu(plan = "trial"): Promise<void> {
  await setPlan(subOf(customer.idToken), plan);
  await openAs(page(), customer);
}

const main = () => page().getByRole("main");
const gettingStarted = () => page().getByRole("region", { name: "はじめての方へ" });

test("a trial customer sees company, plan, first steps and five cards, or rows", async () => {
  await openMenu();
  await main().getByText(company.corporateName).waitFor();
  expect(await spinner().count()).toBe(0);
  await main().getByText("トライアルプラン", { exact: true }).waitFor();
  expect(await main().getByText("円（税込）").count()).toBe(0);
  // A part of its own, which loads after the screen.
  await expect
    .poll(() => gettingStarted().getByRole("heading", { level: 3 }).allTextContents())
    .toEqual(["プラグインをダウンロード", "ライセンスキーを登録", "Vonageを準備"]);
  const names = await main().getByRole("button").allInnerTexts();
  expect(names.map((text) => text.replaceAll("\n", ""))).toEqual(
    Object.keys(cards).map((name) => expect.stringContaining(name)),
  );
  for (const name of Object.keys(cards)) {
    const shown = page()
      .getByRole("listitem")
      .filter({ has: card(name) });
    expect(await shown.boundingBox()).toMatchObject({ width: 200, height: 250 });
  }
  // The navigation beside them says the others.
  const others = page().getByRole("navigation", { name: "その他のお手続き" });
  expect(await others.count()).toBe(0);

  await page().setViewportSize(phone);
  const rows = page()
    .getByRole("listitem")
    .filter({ has: page().getByRole("button") });
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  expect(boxes).toHaveLength(5);
  const tops = boxes.map((box) => box?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  for (const box of boxes) expect(box).toMatchObject({ x: 12, width: phone.width - 24 });
  expect(await others.getByRole("link").count()).toBe(5);
});

test("each card leads to its screen, as do the first steps and Enter on the upgrade", async () => {
  await openMenu();
  for (const [name, path] of Object.entries(cards)) {
    await card(name).click();
    await page().waitForURL(`**${path}`);
    await page().goBack();
  }
  await gettingStarted().getByRole("link", { name: "プラグインダウンロード" }).click();
  await page().waitForURL("**/dl/plugin");
  await page().goBack();
  await upgrade().waitFor();
  expect(await upgrade().isEnabled()).toBe(true);
  await upgrade().focus();
  await page().keyboard.press("Enter");
  await page().waitForURL("**/upgrade");
});

test.each(["standard", "enterprise"])("on plan %s the upgrade is greyed and does nothing", async (plan) => {
  await openMenu(plan);
  await upgrade().waitFor();
  if (plan === "standard") await main().getByText("スタンダードプラン", { exact: true }).waitFor();
  expect(await gettingStarted().count()).toBe(0);
  expect((await sessionStorageOf(page())).plan).toBe(plan);
  expect(await upgrade().isEnabled()).toBe(false);
  const colour = (each: Locator) =>
    each.evaluate(({ parentElement }) => parentElement && getComputedStyle(parentElement).backgroundColor);
  expect(await colour(upgrade())).not.toBe(await colour(card("ご登録情報の変更")));
  await upgrade().click({ force: true });
  await upgrade().focus();
  for (const key of ["Enter", "Space"]) await page().keyboard.press(key);
  await card("ご登録情報の変更").hover();
  expect(pathOf(page())).toBe("/menu");
  await card("ご登録情報の変更").click();
  await page().waitForURL("**/update");
});

describe("visitors without access to the menu", () => {
  test("go to /signin without a session, and without the stored loginId", async () => {
    await page().goto("/menu");
    await page().waitForURL("**/signin");
    await page().evaluate(({ idToken, stored }) => {
      for (const [key, value] of Object.entries({ ...stored, idToken })) sessionStorage.setItem(key, value);
    }, customer);
    await page().goto("/menu");
    await page().waitForURL("**/signin");
  });

  test("go to /signin when the user call answers 401", async () => {
    // Still in time by what it says, but nobody signed it.
    const [header, claims] = customer.idToken.split(".");
    await openAs(page(), { ...customer, idToken: `${header}.${claims}.AAAA` });
    await page().waitForURL("**/signin");
  });

  test("see the spinner until the user call fails, then /error with an empty session", async () => {
    let asked = 0;
    const release = await holdRequests(page(), "**/api/user?*", (route) => {
      asked += 1;
      return route.fulfill({ status: 500, json: {} });
    });
    await openAs(page(), customer);
    await spinner().waitFor();
    expect(await upgrade().count()).toBe(0);
    release();
    await page().waitForURL("**/error");
    await expect.poll(() => spinner().count()).toBe(0);
    await expect.poll(() => sessionStorageOf(page())).toEqual({});
    // The call that was asked before the screen was there is the screen's own.
    expect(asked).toBe(1);
  });

  test("return to the sign-up without a profile, and lose the last one's keys", async () => {
    const { customerId, stored } = customer;
    await page().route("**/api/user?*", (route) => route.fulfill({ json: { results: [] } }));
    await openAs(page(), { ...customer, stored: { ...stored, customerId } });
    await heading(page(), "新規登録").waitFor();
    expect(Object.keys(await sessionStorageOf(page()))).not.toContain("customerId");
  });
});

test("the trial's length stands at the sign-up and on the menu, where it is set", async () => {
  const config = await (await fetch(local.url("/config.json"))).json();
  await page().route("**/config.json", (route) =>
    route.fulfill({ json: { ...config, trialPeriod: "60日間" } }),
  );
  await page().goto("/");
  await page().getByText("無料（60日間）", { exact: true }).waitFor();
  await openMenu();
  await main().getByRole("definition").getByText("60日間", { exact: true }).waitFor();
});
