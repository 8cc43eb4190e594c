import { describe, expect, test } from "vitest";
import { openAs, sessionStorageOf, startBrowser, takeComplaints } from "../support/browser.ts";
import { createCustomer, type Person } from "../support/customer.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

const pathname = () => new URL(page().url()).pathname;
const downloads = () => page().getByRole("link", { name: "をダウンロード" }).first();
const upgrade = () => page().getByRole("button", { name: "アップグレード" });

async function openMenu(): Promise<Person> {
  const customer = await createCustomer();
  await openAs(page(), customer);
  await upgrade().waitFor();
  return customer;
}

const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const expired = [
  base64Url({ alg: "RS256" }),
  base64Url({ exp: Math.floor(Date.now() / 1000) - 60 }),
  "AAAA",
].join(".");

/** As after a quarter of an hour: neither we nor Amplify hold a token that is still in time. */
async function expireTokens(): Promise<void> {
  await page().evaluate((token) => {
    sessionStorage.setItem("idToken", token);
    for (const key of Object.keys(sessionStorage)) {
      if (/(?:idToken|accessToken)$/.test(key)) sessionStorage.setItem(key, token);
    }
  }, expired);
}

const dropTokens = () =>
  page().evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith("Cognito")) sessionStorage.removeItem(key);
  });

async function signInAgain({ loginId, password }: Person): Promise<void> {
  await page().getByLabel("ログインID").fill(loginId);
  await page().getByLabel("パスワード", { exact: true }).fill(password);
  await page().getByRole("button", { name: "ログイン", exact: true }).click();
}

describe("an expired id token", () => {
  test("is renewed with the refresh token, and the person notices nothing", async () => {
    const { loginId } = await openMenu();
    await expireTokens();
    await page().reload();
    await upgrade().waitFor();
    expect(pathname()).toBe("/menu");
    const stored = await sessionStorageOf(page());
    expect(stored.idToken).not.toBe(expired);
    expect(stored.loginId).toBe(loginId);
  });

  test("is renewed in the middle of things as well", async () => {
    await openMenu();
    await expireTokens();
    await page().getByRole("button", { name: "マニュアルダウンロード" }).click();
    await page().getByRole("link", { name: "manual.zip" }).waitFor();
    expect((await sessionStorageOf(page())).idToken).not.toBe(expired);
  });

  test("is renewed when Amplify itself still holds one in time", async () => {
    await openMenu();
    await page().evaluate((token) => sessionStorage.setItem("idToken", token), expired);
    await page().reload();
    await upgrade().waitFor();
    expect((await sessionStorageOf(page())).idToken).not.toBe(expired);
  });
});

describe("a session that cannot be renewed", () => {
  test.each([
    ["プラグインダウンロード", "/dl/plugin"],
    ["マニュアルダウンロード", "/dl/manual"],
  ])("goes to /signin, and afterwards back to %s", async (name, path) => {
    const person = await openMenu();
    await page().getByRole("button", { name }).click();
    await page().waitForURL(`**${path}`);
    // Its own call is over: it would renew the tokens that are taken away here.
    await downloads().waitFor();
    await expireTokens();
    await dropTokens();
    await page().reload();
    await page().waitForURL("**/signin");
    await signInAgain(person);
    await page().waitForURL(`**${path}`);
    await downloads().waitFor();
    expect(takeComplaints().every((line) => line.includes("ApiError"))).toBe(true);
  });

  test("goes to /signin from the menu when the refresh token was revoked", async () => {
    const person = await openMenu();
    const { cognito } = await local.services();
    const tokens = Object.entries(await page().evaluate(() => ({ ...sessionStorage })));
    const [, Token] = tokens.find(([key]) => key.endsWith("refreshToken")) ?? [];
    const revoked = await fetch(cognito?.endpoint ?? "", {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSCognitoIdentityProviderService.RevokeToken",
      },
      body: JSON.stringify({ ClientId: cognito?.userPoolClientId, Token }),
    });
    expect(revoked.status).toBe(200);
    await expireTokens();
    await page().reload();
    await page().waitForURL("**/signin");
    await signInAgain(person);
    await page().waitForURL("**/menu");
    await upgrade().waitFor();
  });

  test("with loginId gone too, the address the person asked for is where they end", async () => {
    const person = await openMenu();
    await page().evaluate(() => sessionStorage.clear());
    await page().goto("/dl/manual");
    await page().waitForURL("**/signin");
    await signInAgain(person);
    await page().waitForURL("**/dl/manual");
  });
});

test("while Cognito cannot be reached the session is kept", async () => {
  const person = await openMenu();
  await expireTokens();
  await page().route(`${(await local.services()).cognito?.endpoint}/**`, (route) => route.abort());
  await page().reload();
  await page().waitForURL("**/error");
  await page().getByText("サーバーに接続できませんでした").waitFor();
  await page().unrouteAll();
  await page().getByRole("button", { name: "ログイン画面へ" }).click();
  await page().waitForURL("**/signin");
  await signInAgain(person);
  await page().waitForURL("**/menu");
});
