import type { Page } from "playwright-core";
import { local } from "./local.ts";

const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
export const expiredToken = `${base64Url({ alg: "RS256" })}.${base64Url({ exp: 1 })}.AAAA`;

/** The next call renews the tokens: neither we nor Amplify hold one that is still in time. */
export const expireTokens = (page: Page): Promise<void> =>
  page.evaluate((token) => {
    for (const key of Object.keys(sessionStorage))
      if (/(?:idToken|accessToken)$/.test(key)) sessionStorage.setItem(key, token);
  }, expiredToken);

/** Our id token alone. */
export const expireIdToken = (page: Page): Promise<void> =>
  page.evaluate((token) => sessionStorage.setItem("idToken", token), expiredToken);

/** As after more than ten minutes: the password was entered too long ago as well. */
export async function passTenMinutes(page: Page, loginId: string): Promise<void> {
  await local.ageSignIns(loginId);
  await expireTokens(page);
}

export const passwordDialog = (page: Page) => page.getByRole("dialog", { name: "パスワードの確認" });

/** Enters the password in the dialog, as somebody does who pasted it with a space, and presses Enter. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  await passwordDialog(page).getByLabel("パスワード", { exact: true }).fill(`${password} `);
  await page.keyboard.press("Enter");
}
