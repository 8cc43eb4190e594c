import { expect, test } from "vitest";
import { callCognito } from "../support/account-change.ts";
import { openAs, sessionStorageOf, signInHere, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer, type Person, type Tokens } from "../support/customer.ts";
import { pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expiredToken, expireIdToken, expireTokens } from "../support/reauthentication.ts";

const { page } = startBrowser();

const upgrade = () => page().getByRole("button", { name: "アップグレード" });

/** As after a quarter of an hour: neither we nor Amplify hold a token that is still in time. */
const afterExpiry = (customer: Person & Tokens) => ({
  ...customer,
  idToken: expiredToken,
  stored: Object.fromEntries(
    Object.entries(customer.stored).map(([key, value]) => [
      key,
      /(?:idToken|accessToken)$/.test(key) ? expiredToken : value,
    ]),
  ),
});

/** The sign-in page, and where it will lead back to. */
async function expectSignInFor(path: string): Promise<void> {
  await page().waitForURL("**/signin");
  expect(await page().evaluate(() => history.state.usr)).toMatchObject({ from: path });
}

test("an expired id token is renewed with the next call, unnoticed", async () => {
  const customer = await createCustomer();
  await openAs(page(), afterExpiry(customer));
  await upgrade().waitFor();
  expect(pathOf(page())).toBe("/menu");
  const stored = await sessionStorageOf(page());
  expect(stored.idToken).not.toBe(expiredToken);
  expect(stored.loginId).toBe(customer.loginId);

  await expireTokens(page());
  await page().getByRole("button", { name: "マニュアルダウンロード" }).click();
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(expiredToken);

  // Amplify itself still holds one in time.
  await expireIdToken(page());
  await page().reload();
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(expiredToken);
});

test("a session that cannot be renewed leads to /signin, and afterwards back", async () => {
  const person = await createCustomer();
  for (const path of ["/dl/plugin", "/dl/manual"]) {
    await openAs(page(), { ...person, idToken: expiredToken, stored: {} }, path);
    await expectSignInFor(path);
  }
  await signInHere(page(), person);
  await page().waitForURL("**/dl/manual");
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  expect(takeComplaints().every((line) => line.includes("ApiError"))).toBe(true);

  const [, Token] = Object.entries(person.stored).find(([key]) => key.endsWith("refreshToken")) ?? [];
  expect((await callCognito("RevokeToken", { Token })).ok).toBe(true);
  for (const path of ["/menu", "/update"]) {
    await openAs(page(), afterExpiry(person), path);
    await expectSignInFor(path);
  }
  await page().getByLabel("ログインID").waitFor();
  expect(Object.keys(await sessionStorageOf(page())).filter((key) => /Token$/.test(key))).toEqual([]);
  await signInHere(page(), person);
  await page().waitForURL("**/update");
  await page().getByRole("main").getByRole("link", { name: "ログインとセキュリティ" }).waitFor();
});

test("a visitor without a session is led to /signin, and then to the address asked for", async () => {
  for (const path of ["/dl/manual", "/update", "/em/change", "/pn/change", "/upgrade"]) {
    await page().goto(path);
    await expectSignInFor(path);
  }
  await signInHere(page(), await createCustomer());
  await page().waitForURL("**/upgrade");
  await page().getByRole("button", { name: "ログアウト", exact: true }).waitFor();
});

test("while Cognito cannot be reached the session is kept", async () => {
  const person = await createCustomer();
  await page().route(`${(await local.services()).cognito?.endpoint}/**`, (route) => route.abort());
  await openAs(page(), afterExpiry(person));
  await page().waitForURL("**/error");
  await page().getByText("サーバーに接続できませんでした").waitFor();
  await page().unrouteAll();
  await page().getByRole("button", { name: "ログイン画面へ" }).click();
  await signInHere(page(), person);
  await page().waitForURL("**/menu");
});
