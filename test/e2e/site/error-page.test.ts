import { beforeAll, describe, expect, test } from "vitest";
import { openAs, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { createStandardCustomer } from "../support/update.ts";

const { page } = startBrowser();

const heading = () => page().getByRole("heading", { name: "エラーが発生しました。", level: 1 });
const toMenu = () => page().getByRole("button", { name: "メニューへ" });
const toSignIn = () => page().getByRole("button", { name: "ログイン画面へ" });

let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});

async function openMenu(): Promise<void> {
  await openAs(page(), customer);
  await page().getByRole("button", { name: "ご登録情報の変更" }).waitFor();
}

test.each(["/error", "/no/such/page", "/menu/more"])(
  "%s says that an error occurred and to try again from the start",
  async (path) => {
    await page().goto(path);
    await heading().waitFor();
    await page().getByText("最初からやり直してください。").waitFor();
    expect(new URL(page().url()).pathname).toBe(path);
  },
);

test("the way back leads to /signin without a session", async () => {
  await page().goto("/no/such/page");
  await page().getByText("ページが見つかりません。").waitFor();
  await toSignIn().click();
  await page().waitForURL("**/signin");
});

test("the way back leads to the menu with a session", async () => {
  await openMenu();
  await page().goto("/no/such/page");
  await toMenu().click();
  await page().waitForURL("**/menu");
  await page().getByRole("button", { name: "ご登録情報の変更" }).waitFor();
});

test("there are no other buttons to press in the top bar", async () => {
  await page().goto("/error");
  await heading().waitFor();
  expect(await page().getByRole("banner").getByRole("button").count()).toBe(0);
});

test("the reason is shown without internals", async () => {
  await openMenu();
  await local.fault({ service: "dynamodb", operation: "GetItem", status: 500, times: 3 });
  await page().reload();
  await page().waitForURL("**/error");
  await page().getByText("ただいまご利用いただけません。時間をおいてからもう一度お試しください。").waitFor();
  const number = /エラー番号：[0-9a-f-]{36}/;
  const text = (await page().getByRole("main").textContent()) ?? "";
  expect(text).toMatch(number);
  expect(text.replace(number, "")).not.toMatch(/[{}<>]|dynamo|undefined|500|[0-9a-f]{8}-/i);
});

test("a reason cannot be planted in a link", async () => {
  await page().goto("/error?reason=%E3%81%BB%E3%81%92#reason=%E3%81%BB%E3%81%92");
  await heading().waitFor();
  expect(await page().getByRole("main").textContent()).not.toContain("ほげ");
});

describe("/redirect", () => {
  test("sends a customer to the menu", async () => {
    await openMenu();
    await page().goto("/redirect");
    await page().waitForURL("**/menu");
  });

  test("sends anybody else to /signin", async () => {
    await page().goto("/redirect");
    await page().waitForURL("**/signin");
  });
});

test("a screen whose file cannot be loaded ends on the error page, not on an empty one", async () => {
  await page().goto("/signin");
  await page().route("**/assets/menu-page*.js", (route) => route.abort());
  await openAs(page(), await createCustomer());
  await heading().waitFor();
  const complaints = takeComplaints();
  expect(complaints.length).toBeGreaterThan(0);
  expect(complaints.every((line) => line.includes("menu-page"))).toBe(true);
});

describe("a completion page that is opened by its address claims nothing and clears nothing", () => {
  test("/signup/comp", async () => {
    await page().goto("/");
    await page().getByLabel("会社名", { exact: true }).fill("株式会社つづき");
    await page().goto("/signup/comp");
    await page().getByRole("heading", { name: "ご登録後のお手続き", level: 1 }).waitFor();
    expect(await page().getByText("お送りしました").count()).toBe(0);
    await page().goto("/");
    await expect.poll(() => page().getByLabel("会社名", { exact: true }).inputValue()).toBe("株式会社つづき");
  });

  test("/upgrade/comp, of a customer on the trial plan", async () => {
    await openMenu();
    await page().goto("/upgrade/comp");
    await page().getByText("現在ご利用中のプランは、メニューでご確認いただけます。").waitFor();
    expect(await page().getByText("アップグレードされました").count()).toBe(0);
  });

  test("/upgrade/comp, of a customer on the standard plan", async () => {
    await openAs(page(), await createStandardCustomer());
    await page().getByRole("button", { name: "ご登録情報の変更" }).waitFor();
    await page().goto("/upgrade/comp");
    await page().getByText("スタンダードプランをご利用中です。").waitFor();
    expect(
      await page()
        .getByText(/アップグレードされました|完了しました/)
        .count(),
    ).toBe(0);
  });
});
