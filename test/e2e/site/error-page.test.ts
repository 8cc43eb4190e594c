import { beforeAll, describe, expect, test } from "vitest";
import { openAs, portalStorageOf, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { heading, pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

const title = "エラーが発生しました";
const toMenu = () => page().getByRole("button", { name: "メニューへ" });
const toSignIn = () => page().getByRole("button", { name: "ログイン画面へ" });

let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

const menuButton = () => page().getByRole("button", { name: "ご登録情報の変更" });
const path = () => pathOf(page());
const notFound = "ページが見つかりません";
const expectError = async (name = title): Promise<void> => {
  await heading(page(), name).waitFor();
  await page().getByText("最初からやり直してください。").waitFor();
};

test("an unknown path and /error say to begin again; a link injects no reason", async () => {
  await page().goto("/menu/more");
  await expectError(notFound);
  expect(path()).toBe("/menu/more");

  await page().goto("/error?reason=%E3%81%BB%E3%81%92#reason=%E3%81%BB%E3%81%92");
  await expectError();
  expect(path()).toBe("/error");
  expect(await page().getByRole("main").textContent()).not.toContain("ほげ");
  // There are no other buttons to press in the top bar.
  expect(await page().getByRole("banner").getByRole("button").count()).toBe(0);

  await page().goto("/no/such/page");
  await expectError(notFound);
  expect(path()).toBe("/no/such/page");
});

test("without a session the way back and /redirect lead to /signin", async () => {
  await page().goto("/no/such/page");
  await toSignIn().click();
  await page().waitForURL("**/signin");
  await page().goto("/redirect");
  await page().waitForURL("**/signin");
});

test("with a session /redirect and the way back lead to the menu", async () => {
  await openAs(page(), customer, "/redirect");
  await page().waitForURL("**/menu");
  await menuButton().waitFor();
  await page().goto("/no/such/page");
  await toMenu().click();
  await page().waitForURL("**/menu");
  await menuButton().waitFor();
});

test("the reason is shown without internals", async () => {
  await local.fault({ service: "dynamodb", operation: "GetItem", status: 500, times: 30 });
  await openAs(page(), customer);
  await page().waitForURL("**/error");
  await page().getByText("ただいまご利用いただけません。時間をおいて、もう一度お試しください。").waitFor();
  const number = /エラー番号：[0-9a-f-]{36}/;
  const text = (await page().getByRole("main").textContent()) ?? "";
  expect(text).toMatch(number);
  expect(text.replace(number, "")).not.toMatch(/[{}<>]|dynamo|undefined|500|[0-9a-f]{8}-/i);
});

test("a screen whose file cannot be loaded says so, and is no empty one", async () => {
  await page().route("**/assets/menu-page*.js", (route) => route.abort());
  await openAs(page(), customer);
  await heading(page(), "画面を読み込めませんでした").waitFor();
  const complaints = takeComplaints();
  expect(complaints.length).toBeGreaterThan(0);
  expect(complaints.every((line) => line.includes("menu-page"))).toBe(true);
});

async function expectLeadsTo(expected: string, path: string): Promise<void> {
  await openAs(page(), customer, path);
  await page().waitForURL(`**${expected}`);
  expect(await page().getByText("完了しました").count()).toBe(0);
}

describe("a completion page opened by its address claims and clears nothing", () => {
  test("/signup/comp", async () => {
    await page().goto("/");
    await page().getByLabel("会社名", { exact: true }).fill("株式会社つづき");
    const draft = await portalStorageOf(page());
    expect(draft.userDetailInfo).toContain("株式会社つづき");
    await page().goto("/signup/comp");
    await heading(page(), "ご登録後のお手続き").waitFor();
    expect(await page().getByText("お送りしました").count()).toBe(0);
    expect(await portalStorageOf(page())).toEqual(draft);
  });

  test("after an account's end or a changed password, to /signin or to the menu", async () => {
    const farewells = ["/leave/comp", "/pw/change/comp", "/pw/reset/comp"];
    for (const path of farewells) {
      await page().goto(path);
      await page().waitForURL("**/signin");
      await heading(page(), "ログイン").waitFor();
    }
    for (const path of farewells) await expectLeadsTo("/menu", path);
  });

  test("after a change, a customer's leads to /update", async () => {
    for (const path of ["/em/change/comp", "/pn/change/comp", "/update/comp"])
      await expectLeadsTo("/update", path);
  });

  test.each([
    ["trial", "現在ご利用中のプランは、メニューでご確認いただけます。"],
    ["standard", "スタンダードプランをご利用中です。"],
  ])("/upgrade/comp, of a customer on the %s plan", async (plan, sentence) => {
    await openAs(page(), { ...customer, stored: { ...customer.stored, plan } }, "/upgrade/comp");
    await page().getByText(sentence).waitFor();
    expect(
      await page()
        .getByText(/アップグレードされました|完了しました/)
        .count(),
    ).toBe(0);
  });
});
