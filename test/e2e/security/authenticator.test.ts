import { expect, test } from "vitest";
import { authenticatorCode } from "#scripts/local/seed/sign-in-methods.ts";
import { callCognito, canRenew } from "../support/account-change.ts";
import { unusedCode } from "../support/authenticator.ts";
import {
  navigateTo,
  openAs,
  otherBrowser,
  sessionStorageOf,
  signIn,
  signInHere,
  startBrowser,
} from "../support/browser.ts";
import { createCustomer, tokensOf } from "../support/customer.ts";
import { atMenu, button } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";

const { page, context } = startBrowser();

const code = (on = page()) => on.getByRole("textbox", { name: "認証コード" });
const openSecurity = (on = page()) => navigateTo(on, "ログインとセキュリティ");
const setting = (is: string) => page().getByText(`現在の設定：${is}`);

async function startSetUp(): Promise<string> {
  await button(page(), "認証アプリを設定する").click();
  await page().getByRole("img", { name: "認証アプリで読み取るQRコード" }).waitFor();
  const secret = await page().getByLabel("セットアップキー", { exact: true }).textContent();
  return (secret ?? "").replaceAll(" ", "");
}

test("an authenticator app is switched on by its code, and off by password and code", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer, "/security");
  await setting("オフ").waitFor();

  const given = await startSetUp();
  await button(page(), "キャンセル").click();
  await setting("オフ").waitFor();
  const secret = await startSetUp();
  expect(secret).not.toBe(given);
  await button(page(), "オンにする").click();
  await page().getByText("認証コード は必須です。").waitFor();
  await code().fill("000000");
  await button(page(), "オンにする").click();
  await page().getByText("認証コードが正しくありません").waitFor();
  expect(await code().evaluate((field) => field === document.activeElement)).toBe(true);
  const used = [authenticatorCode(secret)];
  const [digits = ""] = used;
  await code().fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await button(page(), "オンにする").click();
  await page().getByText("認証アプリをオンにしました。").waitFor();
  await page().reload();
  await setting("オン").waitFor();

  await button(page(), "認証アプリをオフにする").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "キャンセル" }).click();
  await setting("オン").waitFor();
  await button(page(), "認証アプリをオフにする").click();
  await passTenMinutes(page(), customer.loginId);
  await page().getByRole("alertdialog").getByRole("button", { name: "オフにする" }).click();
  await passwordDialog(page()).waitFor();
  await page().keyboard.press("Escape");
  await setting("オン").waitFor();
  await button(page(), "認証アプリをオフにする").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "オフにする" }).click();
  await confirmPassword(page(), customer.password);
  await passwordDialog(page()).getByLabel("認証コード").fill(unusedCode(secret, used));
  await page().keyboard.press("Enter");
  await page().getByText("認証アプリをオフにしました。", { exact: true }).first().waitFor();
  const history = page().getByRole("region", { name: "ご利用履歴" });
  await history.getByText("認証アプリをオンにしました", { exact: true }).waitFor();
  await history.getByText("認証アプリをオフにしました", { exact: true }).waitFor();
  await local.reconcile();
  const mailed = (await local.messages(customer.email)).map(({ subject = "" }) => subject);
  for (const subject of ["認証アプリ設定のお知らせ", "認証アプリ解除のお知らせ"])
    expect(mailed.filter((each) => each.endsWith(subject))).toHaveLength(1);
  await signIn(page(), customer);
  await atMenu(page());
});

test("a lost answer shows an error at each sign-in method; one retry loads them all", async () => {
  const customer = await createCustomer();
  await page().route("**/api/sign-in-methods", (route) => route.abort());
  await openAs(page(), customer, "/security");
  await page().getByText("認証アプリの設定を読み込めませんでした。").waitFor();
  await page().getByText("パスキーを読み込めませんでした。").waitFor();
  await page().getByText("信頼済みのブラウザーを読み込めませんでした。").waitFor();
  await page().unroute("**/api/sign-in-methods");
  const region = (name: string) => page().getByRole("region", { name, exact: true });
  await region("信頼済みのブラウザー").getByRole("button", { name: "再試行" }).click();
  await setting("オフ").waitFor();
  await page().getByText("追加したパスキーはありません。").waitFor();
  await page().getByText("信頼済みのブラウザーはありません。").waitFor();
  // The button is gone, the focus is still where it was.
  await expect.poll(() => region("信頼済みのブラウザー").locator(":focus").count()).toBe(1);

  await context().setOffline(true);
  await button(page(), "認証アプリを設定する").click();
  await page().getByText("サーバーに接続できませんでした").waitFor();
  await context().setOffline(false);
  const secret = await startSetUp();
  await local.fault({ service: "cognito", operation: "SetUserMFAPreference", status: 500, times: 9 });
  await code().fill(authenticatorCode(secret));
  await button(page(), "オンにする").click();
  await page().getByText("認証アプリをオンにできませんでした。").waitFor();
  await local.clearFaults();
  await button(page(), "オンにする").click();
  await setting("オン").waitFor();
});

test("an app that is switched while the answer is lost is shown as it is, and mailed", async () => {
  const customer = await createCustomer();
  const loseAnswers = () =>
    local.fault({
      service: "cognito",
      operation: "SetUserMFAPreference",
      status: 500,
      after: true,
      times: 9,
    });
  const expectMail = async (subject: string): Promise<void> => {
    await local.reconcile();
    const mailed = (await local.messages(customer.email)).map((message) => message.subject);
    expect(mailed).toContainEqual(expect.stringContaining(subject));
  };
  await openAs(page(), customer, "/security");
  const secret = await startSetUp();
  await loseAnswers();
  await code().fill(authenticatorCode(secret));
  await button(page(), "オンにする").click();
  await page().getByText("認証アプリをオンにできませんでした。").waitFor();
  await expectMail("認証アプリ設定のお知らせ");
  await local.clearFaults();
  await button(page(), "オンにする").click();
  await page().getByText("認証アプリをオンにしました。").waitFor();

  await loseAnswers();
  await button(page(), "認証アプリをオフにする").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "オフにする" }).click();
  await page().getByText("認証アプリをオフにできませんでした。").waitFor();
  await setting("オフ").waitFor();
  await expectMail("認証アプリ解除のお知らせ");
});

/** As after a code and このブラウザーを信頼する. Returns what Cognito knows the browser's session by. */
async function trustBrowser(on = page()): Promise<Record<string, string>> {
  const stored = await sessionStorageOf(on);
  const storedValue = (name: string) => Object.entries(stored).find(([key]) => key.endsWith(`.${name}`))?.[1];
  const device = { AccessToken: storedValue("accessToken"), DeviceKey: storedValue("deviceKey") };
  const remembered = { ...device, DeviceRememberedStatus: "remembered" };
  expect((await callCognito("UpdateDeviceStatus", remembered)).ok).toBe(true);
  await on.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage))
      if (/\.(?:deviceKey|deviceGroupKey|randomPasswordKey)$/.test(key)) localStorage.setItem(key, value);
  });
  return stored;
}

async function signOutEverywhere(): Promise<void> {
  await button(page(), "すべての端末からログアウト").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "ログアウトする" }).click();
}

test("signing out everywhere ends the sessions and the trust of all browsers", async () => {
  const customer = await createCustomer();
  const other = await otherBrowser();
  await openAs(other, { ...customer, ...(await tokensOf(customer)) });
  await atMenu(other);
  await signIn(page(), customer);
  await atMenu(page());
  await trustBrowser();
  await openSecurity();
  await page().getByText("：このブラウザー").waitFor();
  await context().setOffline(true);
  await signOutEverywhere();
  await page().getByText("ログアウトできませんでした。").waitFor();
  await context().setOffline(false);
  await signOutEverywhere();
  await page().waitForURL("**/signin");
  await page().getByText("すべての端末からログアウトしました").waitFor();
  expect(await page().evaluate(() => ({ ...sessionStorage, ...localStorage }))).toEqual({});

  await openSecurity(other);
  await signInHere(other, customer);
  await other.waitForURL("**/security");
  await other.getByText("信頼済みのブラウザーはありません。").waitFor();
});

test("signing out everywhere ends the session of a browser that stays trusted", async () => {
  const customer = await createCustomer();
  const other = await otherBrowser();
  await signIn(other, customer);
  await atMenu(other);
  const stored = await trustBrowser(other);
  expect(await canRenew({ stored })).toBe(true);
  await signIn(page(), customer);
  await atMenu(page());
  await trustBrowser();
  await openSecurity();
  await page().getByText("：このブラウザー").waitFor();
  await local.fault({ service: "cognito", operation: "ForgetDevice", status: 500, times: 99 });
  await signOutEverywhere();
  await page().waitForURL("**/signin");
  await page().getByText("信頼済みのブラウザーが残っている場合があります。").waitFor();
  expect(await canRenew({ stored })).toBe(false);
  await local.clearFaults();

  await signInHere(page(), customer);
  await atMenu(page());
  await openSecurity();
  const trusted = page().getByRole("region", { name: "信頼済みのブラウザー" });
  await trusted.getByText("（Mac）").waitFor();
  expect(await trusted.getByText("：このブラウザー").count()).toBe(0);
  expect(await trusted.getByRole("listitem").count()).toBe(1);
});
