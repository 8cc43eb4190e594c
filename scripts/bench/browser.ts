/** The local portal in the browser of the tests. */
import { type Browser, chromium, type Page } from "playwright-core";
import { cachedSharedFunctions, cachedSite } from "#scripts/local/build-cache.ts";
import { startLocalCloud } from "#scripts/local/cloud.ts";
import { findChromium } from "#scripts/local/prerequisites/ensure-browser.ts";
import { Scope } from "#scripts/local/scope.ts";

/** Builds what has changed, and ends portal and browser after the work. `site`: the folder of another page than ours. */
export async function withPortal<T>(
  work: (origin: string, browser: Browser) => Promise<T>,
  site: string | Promise<string> = cachedSite(),
): Promise<T> {
  await using scope = new Scope();
  const functions = cachedSharedFunctions();
  const { url } = scope.own(await startLocalCloud({ port: 0, functions, site, withSubscriber: true }));
  return await work(url, scope.own(await chromium.launch(await findChromium())));
}

/** Opens /signin. The built page's button does nothing before the scripts arrive. */
export async function openSignIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`);
  await page.locator("#root:not([data-shows])").waitFor();
}

export const ourLabels = {
  loginId: "ログインID",
  password: "パスワード",
  signIn: "ログイン",
  signOut: "ログアウト",
};

/** With `delay`, in milliseconds, as a person types. */
export async function typeAndPress(
  page: Page,
  { userName, password }: { userName: string; password: string },
  delay = 0,
  labels = ourLabels,
): Promise<void> {
  await page.getByLabel(labels.loginId, { exact: true }).pressSequentially(userName, { delay });
  await page.getByLabel(labels.password, { exact: true }).pressSequentially(password, { delay });
  if (delay > 0) await page.waitForTimeout(1000);
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();
}
