import { expect, test } from "vitest";
import { canRenew } from "../support/account-change.ts";
import {
  openAs,
  openCompleted,
  sessionStorageOf,
  signIn,
  signInHere,
  startBrowser,
} from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page, context } = startBrowser();

const signOut = () => page().getByRole("button", { name: "ログアウト", exact: true });
const signInButton = () => page().getByRole("button", { name: "ログイン", exact: true });

async function openMenu() {
  const customer = await createCustomer();
  await openAs(page(), customer);
  await page().getByRole("button", { name: "ご登録情報の変更" }).waitFor();
  return customer;
}

const storedTokens = (): Promise<Record<string, string>> => sessionStorageOf(page());

test("signing out clears the storage, revokes the session and ends at /signin", async () => {
  const { loginId } = await openMenu();
  expect(await page().getByRole("banner").textContent()).toContain(loginId);
  await page().evaluate(() => sessionStorage.setItem("somebody-elses", "1"));
  const tokens = await storedTokens();
  expect(await canRenew({ stored: tokens })).toBe(true);

  await signOut().click();
  await page().waitForURL("**/signin");
  await signInButton().waitFor();
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  expect(await storedTokens()).toEqual({});
  expect(await canRenew({ stored: tokens })).toBe(false);

  await page().goBack();
  await signInButton().waitFor();
  await expect.poll(() => pathOf(page())).toBe("/signin");
  expect(await page().locator("body").textContent()).not.toContain(loginId);
  expect(await page().getByRole("button", { name: "ご登録情報の変更" }).count()).toBe(0);
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
});

test("signing out works without Cognito, and the next customer sees nothing of it", async () => {
  const first = await openMenu();
  await local.fault({ service: "cognito", operation: "RevokeToken", status: 500, times: 9 });
  await signOut().click();
  await page().waitForURL("**/signin");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  await local.clearFaults();

  const second = await openMenu();
  const { loginId, customerId } = await sessionStorageOf(page());
  expect([loginId, customerId]).toEqual([second.loginId, second.customerId]);
  expect(customerId).not.toBe(first.customerId);
});

/** Chromium keeps no page for Back under test: the browser's own events say that it did. */
test("a page from the back/forward cache starts again for another customer", async () => {
  const comeBack = (signedOut: boolean) =>
    page().evaluate((isSignedOut) => {
      window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
      if (isSignedOut) sessionStorage.clear();
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, signedOut);
  const { loginId } = await openMenu();
  await comeBack(false);
  await signOut().waitFor();
  expect(pathOf(page())).toBe("/menu");

  await comeBack(true);
  await page().waitForURL("**/signin");
  expect(await page().locator("body").textContent()).not.toContain(loginId);
});

test("signing out ends the same person's sign-in in another tab, and no other session", async () => {
  const customer = await openMenu();
  const [other, anothers] = [await context().newPage(), await context().newPage()];
  const another = await createCustomer();
  await openAs(anothers, another);
  await signIn(other, customer);
  await other.getByRole("button", { name: "ご登録情報の変更" }).waitFor();
  const tokens = await sessionStorageOf(other);
  expect(await canRenew({ stored: tokens })).toBe(true);
  await signOut().click();
  await other.waitForURL("**/signin");
  await other.getByText("別のタブでログアウトしたため").waitFor();
  await expect.poll(() => sessionStorageOf(other)).toEqual({});
  expect(await canRenew({ stored: tokens })).toBe(false);
  await anothers.getByRole("button", { name: "ログアウト", exact: true }).waitFor();
  expect(pathOf(anothers)).toBe("/menu");
  expect((await sessionStorageOf(anothers)).loginId).toBe(another.loginId);
  // The customer is back before: a late word of the other tab ends nothing.
  await signIn(page(), customer);
  await page().waitForURL("**/menu");
});

test("a tab that was at another site during the sign-out is signed out when it is back", async () => {
  const customer = await openMenu();
  const away = await context().newPage();
  await openAs(away, customer);
  await away.getByRole("button", { name: "ご登録情報の変更" }).waitFor();
  await away.goto("about:blank");

  await signOut().click();
  await page().waitForURL("**/signin");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  await away.goBack();
  await away.waitForURL("**/signin");
  expect(await away.locator("body").textContent()).not.toContain(customer.loginId);
  await expect.poll(() => sessionStorageOf(away)).not.toHaveProperty("loginId");

  await signIn(away, customer);
  await away.waitForURL("**/menu");
  await away.reload();
  await away.getByRole("button", { name: "ご登録情報の変更" }).waitFor();
});

test("Back to the end of the sign-up does not end the session that began after it", async () => {
  await openCompleted(page(), "/signup/comp");
  await page().getByRole("button", { name: "ログイン", exact: true }).click();
  const customer = await createCustomer();
  await signInHere(page(), customer);
  await page().waitForURL("**/menu");
  await page().goBack();
  await page().waitForURL("**/signin");
  await page().goBack();
  await page().waitForURL("**/signup/comp");
  await page().getByText("登録が完了しました").waitFor();
  expect((await sessionStorageOf(page())).loginId).toBe(customer.loginId);
});
