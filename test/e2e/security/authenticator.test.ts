import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, otherBrowser, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer, type Person } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { authenticatorCode, unusedCode } from "../support/totp.ts";

const { page, context } = startBrowser();

const button = (name: string, on = page()) => on.getByRole("button", { name, exact: true });
const code = (on = page()) => on.getByRole("textbox", { name: "認証コード" });
const atMenu = (on = page()) => on.getByRole("heading", { name: "メニュー" }).waitFor();
const atCode = (on = page()) => on.getByRole("heading", { name: "認証コードの入力" }).waitFor();
const setting = (is: string) => page().getByText(`現在の設定：${is}`);

async function openSecurity(on = page()): Promise<void> {
  await on.goto("/security");
}

async function startSetUp(): Promise<string> {
  await button("認証アプリを設定する").click();
  await page().getByRole("img", { name: "認証アプリで読み取るQRコード" }).waitFor();
  const secret = await page().getByLabel("セットアップキー", { exact: true }).textContent();
  return (secret ?? "").replaceAll(" ", "");
}

async function switchOn(): Promise<string> {
  const secret = await startSetUp();
  await code().fill(authenticatorCode(secret));
  await button("オンにする").click();
  await setting("オン").waitFor();
  return secret;
}

async function signInWithCode(on: Page, person: Person, digits: string): Promise<void> {
  await signIn(on, person);
  await atCode(on);
  await code(on).fill(digits);
  await button("認証する", on).click();
  await atMenu(on);
}

describe("an authenticator app", () => {
  test("is switched on with its first code, asked for at sign-in, and switched off", async () => {
    const customer = await createCustomer();
    await signIn(page(), customer);
    await atMenu();
    await openSecurity();
    await setting("オフ").waitFor();

    const given = await startSetUp();
    await expectAccessible(page());
    await button("キャンセル").click();
    await setting("オフ").waitFor();
    const secret = await startSetUp();
    expect(secret).not.toBe(given);
    await button("オンにする").click();
    await page().getByText("認証コード は必須です。").waitFor();
    await code().fill("000000");
    await button("オンにする").click();
    await page().getByText("認証コードが正しくありません").waitFor();
    expect(await code().evaluate((field) => field === document.activeElement)).toBe(true);
    const used = [authenticatorCode(secret)];
    const [digits = ""] = used;
    await code().fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await button("オンにする").click();
    await page().getByText("認証アプリをオンにしました").waitFor();
    await expectAccessible(page());
    await page().reload();
    await setting("オン").waitFor();

    const other = await otherBrowser();
    used.push(unusedCode(secret, used));
    await signInWithCode(other, customer, used.at(-1) ?? "");
    await other.context().close();

    await button("認証アプリをオフにする").click();
    await page().getByRole("alertdialog").getByRole("button", { name: "キャンセル" }).click();
    await setting("オン").waitFor();
    await button("認証アプリをオフにする").click();
    await expectAccessible(page());
    await passTenMinutes(page(), customer.loginId);
    await page().getByRole("alertdialog").getByRole("button", { name: "オフにする" }).click();
    await passwordDialog(page()).waitFor();
    await page().keyboard.press("Escape");
    await setting("オン").waitFor();
    await button("認証アプリをオフにする").click();
    await page().getByRole("alertdialog").getByRole("button", { name: "オフにする" }).click();
    await confirmPassword(page(), customer.password);
    await passwordDialog(page()).getByLabel("認証コード").fill(unusedCode(secret, used));
    await page().keyboard.press("Enter");
    await page().getByText("認証アプリをオフにしました").waitFor();
    await signIn(page(), customer);
    await atMenu();
  });

  test("whose browser is trusted is not asked for again, there alone, until all of them are signed out", async () => {
    const customer = await createCustomer();
    await signIn(page(), customer);
    await atMenu();
    await openSecurity();
    const secret = await switchOn();
    await button("ログアウト").click();
    await button("ログイン").waitFor();
    expect(await page().evaluate(() => localStorage.length)).toBe(0);

    await signIn(page(), customer);
    await atCode();
    await page().getByLabel("このブラウザーを信頼する").check();
    await code().fill(authenticatorCode(secret, 1));
    await button("認証する").click();
    await atMenu();
    await button("ログアウト").click();
    await button("ログイン").waitFor();
    const kept = Object.keys(await page().evaluate(() => ({ ...localStorage })));
    expect(kept.map((key) => key.split(".").at(-1)).sort()).toEqual([
      "deviceGroupKey",
      "deviceKey",
      "randomPasswordKey",
    ]);
    await signIn(page(), customer);
    await atMenu();

    const other = await otherBrowser();
    await signIn(other, customer);
    await atCode(other);
    await other.context().close();

    await openSecurity();
    await button("すべての端末からログアウト").click();
    await page().getByRole("alertdialog").getByRole("button", { name: "ログアウトする" }).click();
    await page().waitForURL("**/signin");
    expect(await page().evaluate(() => Object.keys(localStorage))).toEqual([]);
    await signIn(page(), customer);
    await atCode();
  });
});

test("a call that Cognito does not answer shows an error and can be repeated", async () => {
  const customer = await createCustomer();
  await signIn(page(), customer);
  await atMenu();
  for (const operation of ["GetUser", "ListDevices"])
    await local.fault({ service: "cognito", operation, status: 500, times: 9 });
  await openSecurity();
  await page().getByText("認証アプリの設定を読み込めませんでした。").waitFor();
  await page().getByText("信頼したブラウザーを読み込めませんでした。").waitFor();
  await expectAccessible(page());
  await local.clearFaults();
  for (const name of ["認証アプリ", "信頼したブラウザー"])
    await page().getByRole("region", { name }).getByRole("button", { name: "もう一度読み込む" }).click();
  await setting("オフ").waitFor();
  await page().getByText("信頼したブラウザーはありません。").waitFor();

  await context().setOffline(true);
  await button("認証アプリを設定する").click();
  await page().getByText("サーバーに接続できませんでした").waitFor();
  await context().setOffline(false);
  const secret = await startSetUp();
  await local.fault({ service: "cognito", operation: "SetUserMFAPreference", status: 500, times: 9 });
  await code().fill(authenticatorCode(secret));
  await button("オンにする").click();
  await page().getByText("認証アプリをオンにできませんでした。").waitFor();
  await local.clearFaults();
  await button("オンにする").click();
  await setting("オン").waitFor();
});

test("signing out everywhere ends the sessions of other browsers as well", async () => {
  const customer = await createCustomer();
  const other = await otherBrowser();
  await signIn(other, customer);
  await atMenu(other);
  await signIn(page(), customer);
  await atMenu();
  await openSecurity();
  await context().setOffline(true);
  await button("すべての端末からログアウト").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "ログアウトする" }).click();
  await page().getByText("ログアウトできませんでした。").waitFor();
  await context().setOffline(false);
  await button("すべての端末からログアウト").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "ログアウトする" }).click();
  await page().waitForURL("**/signin");
  await page().getByText("すべての端末からログアウトしました").waitFor();
  expect(await page().evaluate(() => ({ ...sessionStorage, ...localStorage }))).toEqual({});

  await openSecurity(other);
  await other.waitForURL("**/signin");
  await other.getByLabel("ログインID").fill(customer.loginId);
  await other.getByLabel("パスワード", { exact: true }).fill(customer.password);
  await button("ログイン", other).click();
  await other.waitForURL("**/security");
  await other.context().close();
});
