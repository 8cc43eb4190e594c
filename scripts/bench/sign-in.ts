import type { Page } from "playwright-core";
import type { DemoCustomer } from "#scripts/local/seed/demo-user.ts";

/** Opens /signin. The built page's button does nothing before the scripts arrive. */
export async function openSignIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`);
  await page.locator("#root:not([data-shows])").waitFor();
}

/** With `delay`, in milliseconds, as a person types. */
export async function typeAndPress(
  page: Page,
  { userName, password }: DemoCustomer,
  delay = 0,
): Promise<void> {
  await page.getByLabel("ログインID").pressSequentially(userName, { delay });
  await page.getByLabel("パスワード", { exact: true }).pressSequentially(password, { delay });
  if (delay > 0) await page.waitForTimeout(1000);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}
