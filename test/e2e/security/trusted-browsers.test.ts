import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { unusedCode } from "../support/authenticator.ts";
import { navigateTo, openAs, otherBrowser, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer, type Person } from "../support/customer.ts";
import { atMenu, button } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

const code = (on = page()) => on.getByRole("textbox", { name: "認証コード" });
const section = () => page().getByRole("region", { name: "信頼済みのブラウザー" });
const entries = () => section().getByRole("listitem");
const answer = (name: string) => page().getByRole("alertdialog").getByRole("button", { name, exact: true });

/** Asks for the code, and is trusted from then on. Returns the code, which counts no second time. */
async function trust(
  on: Page,
  person: Person,
  secret: string,
  used: readonly string[] = [],
): Promise<string> {
  await signIn(on, person);
  await code(on).waitFor();
  // A busy machine may take longer to get here than a code counts.
  const digits = unusedCode(secret, used);
  await code(on).fill(digits);
  await on.getByLabel("このブラウザーを信頼する").check();
  await button(on, "認証する").click();
  await atMenu(on);
  return digits;
}

/** Signs in: whether a code was asked for. */
async function isAsked(on: Page, person: Person): Promise<boolean> {
  await signIn(on, person);
  const asked = code(on)
    .waitFor()
    .then(() => true);
  return Promise.race([asked, atMenu(on).then(() => false)]);
}

async function signOut(): Promise<string[]> {
  await button(page(), "ログアウト").click();
  await button(page(), "ログイン").waitFor();
  return page().evaluate(() => Object.keys(localStorage));
}

const openSecurity = () => navigateTo(page(), "ログインとセキュリティ");

test("browsers are trusted one by one, and asked for a code again once forgotten", async () => {
  const { secret = "", ...customer } = await createCustomer({ state: "withAuthenticator" });
  await openAs(page(), customer, "/security");
  await section().getByText("信頼済みのブラウザーはありません。").waitFor();
  expect(await signOut()).toEqual([]);

  const used = await trust(page(), customer, secret);
  const other = await otherBrowser();
  await trust(other, customer, secret, [used]);
  await openSecurity();
  await entries().nth(1).waitFor();
  expect(await entries().allInnerTexts()).toEqual([
    expect.stringMatching(/^\S+（Mac）\n*最後のログイン：/),
    expect.stringMatching(/^Chrome（Linux）：このブラウザー\n*最後のログイン：2\d{3}年/),
  ]);
  await expectAccessible(page());
  await entries().first().getByRole("button").click();
  await answer("キャンセル").click();
  await entries().first().getByRole("button").click();
  await expectAccessible(page());
  await answer("解除する").click();
  await section().getByText("信頼を解除しました。").waitFor();
  expect(await entries().count()).toBe(1);
  expect(await isAsked(other, customer)).toBe(true);

  // Cognito out of order: nothing is lost, and it may be tried again.
  await local.fault({ service: "cognito", operation: "UpdateDeviceStatus", status: 500, times: 9 });
  await entries().getByRole("button").click();
  await answer("解除する").click();
  await page().getByRole("alert").getByText("信頼を解除できませんでした。").waitFor();
  await local.clearFaults();
  const parts = (await signOut()).map((key) => key.split(".").at(-1)).sort();
  expect(parts).toEqual(["deviceGroupKey", "deviceKey", "deviceUsedAt", "randomPasswordKey"]);
  expect(await isAsked(page(), customer)).toBe(false);
  await openSecurity();
  await entries().getByRole("button").click();
  await answer("解除する").click();
  await section().getByText("信頼済みのブラウザーはありません。").waitFor();
  // The session goes on, and is renewed.
  await page().reload();
  await section().getByText("信頼済みのブラウザーはありません。").waitFor();
  expect(await page().evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await isAsked(page(), customer)).toBe(true);
});
