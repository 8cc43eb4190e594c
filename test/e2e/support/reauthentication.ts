import type { Page } from "playwright-core";
import { local } from "./local.ts";

const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const expired = `${base64Url({ alg: "RS256" })}.${base64Url({ exp: 1 })}.AAAA`;

/** As after more than ten minutes: the next call renews the id token, and the password was entered too long ago. */
export async function passTenMinutes(page: Page, loginId: string): Promise<void> {
  await local.ageSignIns(loginId);
  await page.evaluate((token) => {
    for (const key of Object.keys(sessionStorage))
      if (/(?:idToken|accessToken)$/.test(key)) sessionStorage.setItem(key, token);
  }, expired);
}

export const passwordDialog = (page: Page) => page.getByRole("dialog", { name: "パスワードの確認" });

/** Enters the password in the dialog, as somebody does who pasted it with a space, and presses Enter. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  await passwordDialog(page).getByLabel("パスワード", { exact: true }).fill(`${password} `);
  await page.keyboard.press("Enter");
}
