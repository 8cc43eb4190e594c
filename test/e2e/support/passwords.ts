/** /pw/change, /pw/forgot and /pw/reset, as a person walks through them. */
import type { Page } from "playwright-core";
import { openAs } from "./browser.ts";
import { createCustomer } from "./customer.ts";
import { button, field, heading } from "./elements.ts";

import type { Customer } from "./verified-change.ts";

export const newPassword = "Momiji-2027!";
export const resetFailed = "パスワードの再設定に失敗しました。";
export const changeButton = "パスワードを変更する";
export const resetButton = "パスワードを再設定";
export const labels = {
  current: "現在のパスワード",
  code: "認証コード",
  next: "新しいパスワード",
  confirmation: "新しいパスワード（確認）",
} as const;

/** /pw/change as a new customer. */
export async function openChange(page: Page): Promise<Customer> {
  const customer = await createCustomer();
  await openAs(page, customer, "/pw/change");
  await field(page, labels.current).waitFor();
  return customer;
}

export async function fillChange(page: Page, current: string): Promise<void> {
  await field(page, labels.current).fill(current);
  await field(page, labels.next).fill(newPassword);
  await field(page, labels.confirmation).fill(newPassword);
}

export async function askForCode(page: Page, { loginId }: { loginId: string }): Promise<void> {
  await page.goto("/pw/forgot");
  await field(page, "ログインID").fill(loginId);
  await button(page, "認証コードを送信").dblclick();
  await page.waitForURL("**/pw/reset");
  await field(page, labels.code).waitFor();
}

export async function reset(page: Page, code: string): Promise<void> {
  await field(page, labels.code).fill(code);
  await field(page, labels.next).fill(newPassword);
  await field(page, labels.confirmation).fill(newPassword);
  await button(page, resetButton).click();
}

export const expectComplete = (page: Page): Promise<void> =>
  heading(page, "パスワードの変更が完了しました").waitFor();
