import { expect, test } from "vitest";
import { callCognito } from "../support/account-change.ts";
import { openAs, sessionStorageOf, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer, type Person, type Tokens } from "../support/customer.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

const pathname = () => new URL(page().url()).pathname;
const upgrade = () => page().getByRole("button", { name: "アップグレード" });

const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const expired = [
  base64Url({ alg: "RS256" }),
  base64Url({ exp: Math.floor(Date.now() / 1000) - 60 }),
  "AAAA",
].join(".");

/** As after a quarter of an hour: neither we nor Amplify hold a token that is still in time. */
const afterExpiry = (customer: Person & Tokens) => ({
  ...customer,
  idToken: expired,
  stored: Object.fromEntries(
    Object.entries(customer.stored).map(([key, value]) => [
      key,
      /(?:idToken|accessToken)$/.test(key) ? expired : value,
    ]),
  ),
});

async function expireTokens(): Promise<void> {
  await page().evaluate((token) => {
    for (const key of Object.keys(sessionStorage))
      if (/(?:idToken|accessToken)$/.test(key)) sessionStorage.setItem(key, token);
  }, expired);
}

/** The sign-in page, and where it will lead back to. */
async function expectSignInFor(path: string): Promise<void> {
  await page().waitForURL("**/signin");
  expect(await page().evaluate(() => history.state.usr)).toMatchObject({ from: path });
}

async function signInAgain({ loginId, password }: Person): Promise<void> {
  await page().getByLabel("ログインID").fill(loginId);
  await page().getByLabel("パスワード", { exact: true }).fill(password);
  await page().getByRole("button", { name: "ログイン", exact: true }).click();
}

test("an expired id token is renewed with the first call and in the middle of things, and the person notices nothing", async () => {
  const customer = await createCustomer();
  await openAs(page(), afterExpiry(customer));
  await upgrade().waitFor();
  expect(pathname()).toBe("/menu");
  const stored = await sessionStorageOf(page());
  expect(stored.idToken).not.toBe(expired);
  expect(stored.loginId).toBe(customer.loginId);

  await expireTokens();
  await page().getByRole("button", { name: "マニュアルダウンロード" }).click();
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(expired);

  // Amplify itself still holds one in time.
  await page().evaluate((token) => sessionStorage.setItem("idToken", token), expired);
  await page().reload();
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(expired);
});

test("a session that cannot be renewed is forgotten and leads to /signin, and afterwards back", async () => {
  const person = await createCustomer();
  for (const path of ["/dl/plugin", "/dl/manual"]) {
    await openAs(page(), { ...person, idToken: expired, stored: {} }, path);
    await expectSignInFor(path);
  }
  await signInAgain(person);
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
  await signInAgain(person);
  await page().waitForURL("**/update");
  await page().getByRole("main").getByRole("link", { name: "ログインとセキュリティ" }).waitFor();
});

test("without a session the way leads to /signin, and afterwards to the address the person asked for", async () => {
  for (const path of ["/dl/manual", "/update", "/em/change", "/pn/change", "/upgrade"]) {
    await page().goto(path);
    await expectSignInFor(path);
  }
  await signInAgain(await createCustomer());
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
  await page().waitForURL("**/signin");
  await signInAgain(person);
  await page().waitForURL("**/menu");
});
