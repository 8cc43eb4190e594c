import type { Locator, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openAs, phone, sessionStorageOf, startBrowser } from "../support/browser.ts";
import { company, createCustomer, subOf } from "../support/customer.ts";
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
const pathname = () => new URL(page().url()).pathname;

/** No journey here changes anything but the plan. */
let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function openMenu(plan = "trial"): Promise<void> {
  await setPlan(subOf(customer.idToken), plan);
  await openAs(page(), customer);
  await upgrade().waitFor();
}

/** Keeps the answer to the user call until `release` says what it is. */
async function holdUserCall(release: (route: Route) => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page().route("**/api/user?*", async (route) => {
    await promise;
    await release(route);
  });
  return resolve;
}

describe("the five cards", () => {
  test("stand in their order, 200 by 250 pixels each; on a phone they are rows one below the other", async () => {
    await openMenu();
    const names = await page().getByRole("main").getByRole("button").allInnerTexts();
    expect(names.map((text) => text.replaceAll("\n", ""))).toEqual(
      Object.keys(cards).map((name) => expect.stringContaining(name)),
    );
    for (const name of Object.keys(cards)) {
      const shown = page()
        .getByRole("listitem")
        .filter({ has: card(name) });
      expect(await shown.boundingBox()).toMatchObject({ width: 200, height: 250 });
    }

    await page().setViewportSize(phone);
    const rows = page()
      .getByRole("listitem")
      .filter({ has: page().getByRole("button") });
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
    expect(boxes).toHaveLength(5);
    const tops = boxes.map((box) => box?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    for (const box of boxes) expect(box).toMatchObject({ x: 12, width: phone.width - 24 });
  });

  test("each leads to its screen", async () => {
    await openMenu();
    for (const [name, path] of Object.entries(cards)) {
      await card(name).click();
      await page().waitForURL(`**${path}`);
      await page().goBack();
    }
  });
});

describe("above and below the cards", () => {
  const main = () => page().getByRole("main");
  const gettingStarted = () => page().getByRole("region", { name: "はじめての方へ" });

  test("a trial customer sees company, plan and the first steps", async () => {
    await openMenu();
    await main().getByText(company.corporateName).waitFor();
    await main().getByText("トライアルプラン", { exact: true }).waitFor();
    expect(await main().getByText("円（税込）").count()).toBe(0);
    expect(await gettingStarted().getByRole("heading", { level: 3 }).allTextContents()).toEqual([
      "プラグインをダウンロード",
      "ライセンスキーを登録",
      "音声プロバイダーを準備",
    ]);
    await gettingStarted().getByRole("link", { name: "プラグインダウンロード" }).click();
    await page().waitForURL("**/dl/plugin");
  });

  test("a standard customer sees plan and price", async () => {
    await openMenu("standard");
    await main().getByText("スタンダードプラン", { exact: true }).waitFor();
    await main().getByText("月額 11,000円（税込）").waitFor();
    expect(await gettingStarted().count()).toBe(0);
  });
});

describe("the upgrade", () => {
  test("is there for the trial plan", async () => {
    await openMenu("trial");
    expect(await upgrade().isEnabled()).toBe(true);
    await upgrade().focus();
    await page().keyboard.press("Enter");
    await page().waitForURL("**/upgrade");
  });

  test.each(["standard", "enterprise"])("is greyed on plan %s and does nothing", async (plan) => {
    await openMenu(plan);
    expect((await sessionStorageOf(page())).plan).toBe(plan);
    expect(await upgrade().isEnabled()).toBe(false);
    const colour = (each: Locator) =>
      each.evaluate(({ parentElement }) => parentElement && getComputedStyle(parentElement).backgroundColor);
    expect(await colour(upgrade())).not.toBe(await colour(card("ご登録情報の変更")));
    await upgrade().click({ force: true });
    await upgrade().focus();
    for (const key of ["Enter", "Space"]) await page().keyboard.press(key);
    await card("ご登録情報の変更").hover();
    expect(pathname()).toBe("/menu");
    await card("ご登録情報の変更").click();
    await page().waitForURL("**/update");
  });
});

describe("while the user record loads", () => {
  test("a spinner shows until it is there", async () => {
    await openMenu();
    const release = await holdUserCall((route) => route.continue());
    await page().reload();
    await spinner().waitFor();
    expect(await upgrade().count()).toBe(0);
    release();
    await upgrade().waitFor();
    expect(await spinner().count()).toBe(0);
  });

  test("a spinner shows until it failed", async () => {
    await openMenu();
    const release = await holdUserCall((route) => route.abort());
    await page().reload();
    await spinner().waitFor();
    release();
    await page().waitForURL("**/error");
    await expect.poll(() => spinner().count()).toBe(0);
  });
});

describe("who may not see the menu", () => {
  test("goes to /signin when nobody signed in", async () => {
    await page().goto("/menu");
    await page().waitForURL("**/signin");
  });

  test("goes to /signin when loginId is missing from session storage", async () => {
    await openMenu();
    await page().evaluate(() => sessionStorage.removeItem("loginId"));
    await page().reload();
    await page().waitForURL("**/signin");
  });

  test("goes to /signin when the user call answers 401", async () => {
    await openMenu();
    // Still in time by what it says, but nobody signed it.
    await page().evaluate(() => {
      const [header, claims] = (sessionStorage.getItem("idToken") ?? "").split(".");
      sessionStorage.setItem("idToken", `${header}.${claims}.AAAA`);
    });
    await page().reload();
    await page().waitForURL("**/signin");
  });

  test("goes to /error with an empty session when the user call fails", async () => {
    await openMenu();
    await local.fault({ service: "dynamodb", operation: "GetItem", status: 500, times: 3 });
    await page().reload();
    await page().waitForURL("**/error");
    expect(await sessionStorageOf(page())).toEqual({});
  });

  test("goes back into the sign-up without a customer record, and the last customer's keys are gone", async () => {
    await openMenu();
    await page().route("**/api/user?*", (route) => route.fulfill({ json: { results: [] } }));
    await page().reload();
    await page().getByRole("heading", { name: "新規登録", level: 1 }).waitFor();
    expect(Object.keys(await sessionStorageOf(page()))).not.toContain("customerId");
  });
});
