import { expect, test } from "vitest";
import { openAs, otherBrowser, phone, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer, postJson } from "../support/customer.ts";
import { atMenu, expectFocus } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

const section = () => page().getByRole("region", { name: "ご利用履歴" });
const entries = () => section().getByRole("listitem");
/** And the sign-in has its address: within one second, the next one might take it. */
async function signInWithAddress(customer: Parameters<typeof signIn>[1], on = page()): Promise<void> {
  const addressed = on.waitForResponse("**/api/sessions");
  await signIn(on, customer);
  await atMenu(on);
  await addressed;
}
const notices = async (email: string) =>
  (await local.messages(email)).filter(({ subject }) => subject?.includes("新しいブラウザー"));

test("a new browser is mailed to its owner, once, and stands in the history", async () => {
  const customer = await createCustomer();
  // The sign-in that came with the customer, without a browser.
  await postJson("/api/sessions", { operation: "begin" }, customer.idToken);
  await signInWithAddress(customer);
  await local.reconcile();
  expect(await notices(customer.email)).toEqual([]);

  const other = await otherBrowser();
  await signInWithAddress(customer, other);
  // Here only the edge marks a cookie so: Safari keeps what a script has set for seven days.
  const browserId = async () => (await other.context().cookies()).find(({ name }) => name === "browserId");
  await expect.poll(async () => (await browserId())?.secure).toBe(true);
  await signInWithAddress(customer, other);
  await local.reconcile();
  const [notice, ...others] = await notices(customer.email);
  expect(others).toEqual([]);
  expect(notice?.text).toContain("ブラウザー：Firefox（Mac）");
  expect(notice?.text).toContain(`${local.url("/security")}`);

  const reload = async () => {
    await page().goto("/security");
    await entries().nth(3).waitFor();
    const [newest, ...older] = await entries().allInnerTexts();
    return [newest, older];
  };
  const signedInWith = (browser: string) =>
    expect.stringMatching(`^ログインしました\n+${browser}　IPアドレス \\S+\n+20\\d\\d年`);
  // Signed up within the same second, perhaps.
  const older = expect.arrayContaining([signedInWith("Chrome（Linux）")]);
  await expect.poll(reload).toEqual([signedInWith("Firefox（Mac）"), older]);
  const [signIn] = await entries().locator("time").all();
  const at = new Date((await signIn?.getAttribute("datetime")) ?? "");
  const shown = at.toLocaleString("ja-JP", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" });
  expect(await signIn?.textContent()).toBe(shown);
});

test("the history tells what was done, page by page, and loads again after a failure", async () => {
  const customer = await createCustomer();
  for (const city of Array.from({ length: 22 }, (_, number) => `港区${number}`)) {
    const response = await postJson("/api/user", { operation: "update", city }, customer.idToken);
    expect(response.status).toBe(200);
  }
  await openAs(page(), customer, "/dl/plugin");
  for (const name of ["plugin", "template"]) {
    const recorded = page().waitForResponse(/pressed=true/);
    await page()
      .getByRole("link", { name: `${name}.zipをダウンロード` })
      .click();
    await recorded;
  }
  await page().route("**/api/activity", (route) => route.abort());
  await page().goto("/security");
  await section().getByText("ご利用履歴を読み込めませんでした。サーバーに接続できませんでした").waitFor();
  await page().unroute("**/api/activity");
  await local.fault({ service: "dynamodb", operation: "Query", status: 500, times: 9 });
  await section().getByRole("button", { name: "再試行" }).click();
  await section().getByText("ただいまご利用いただけません。").waitFor();
  await local.clearFaults();
  await page().setViewportSize(phone);
  await section().getByRole("button", { name: "再試行" }).click();
  await page().getByText("まだ変更していません。").waitFor();
  await entries().nth(19).waitFor();
  expect(await entries().count()).toBe(20);
  const texts = (await entries().allInnerTexts()).map((text) => text.split("\n")[0]);
  expect(texts.slice(0, 3).sort()).toEqual([
    "お客様情報を変更しました",
    "テンプレートをダウンロードしました",
    "プラグインをダウンロードしました",
  ]);
  const more = section().getByRole("button", { name: "さらに表示する" });
  await local.fault({ service: "dynamodb", operation: "Query", status: 500, times: 9 });
  await more.click();
  await section().getByText("ご利用履歴を読み込めませんでした。").waitFor();
  await local.clearFaults();
  await section().getByRole("button", { name: "再試行" }).click();
  await entries().nth(20).waitFor();
  expect((await entries().allInnerTexts()).at(-1)).toMatch(/^(新規登録が完了|ログイン)しました/);
  expect(await more.count()).toBe(0);
  await expectFocus(entries().nth(20));
});
