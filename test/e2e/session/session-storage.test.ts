import { expect, test } from "vitest";
import { sessionStorageOf, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { local } from "../support/local.ts";

const { page, context } = startBrowser();

const manual = () => page().getByRole("button", { name: "マニュアルダウンロード" });
const pathname = () => new URL(page().url()).pathname;

type StorageName = "localStorage" | "sessionStorage";

/** Cookies and site data blocked: even looking at it throws. */
const denied = (name: StorageName): void => {
  Object.defineProperty(window, name, {
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
};

/** Full, or a private window of old. */
const full = (name: StorageName): void => {
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key: string, value: string) {
    if (this === window[name]) throw new DOMException("full", "QuotaExceededError");
    write.call(this, key, value);
  };
};

const endedToken = (): string => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "RS256" }), part({ exp: Math.floor(Date.now() / 1000) - 60 }), "AAAA"].join(".");
};

test.each([
  ["may not be looked at", denied],
  ["may not be written to", full],
])(
  "where local storage %s, a customer signs in, downloads, stays signed in and signs out",
  async (_, spoil) => {
    const customer = await createCustomer();
    await page().addInitScript(spoil, "localStorage" as const);
    await signIn(page(), customer);
    await manual().click();
    await page().waitForURL("**/dl/manual");
    const link = page().getByRole("link", { name: "manual.zip" });
    await link.waitFor();
    const file = await fetch((await link.getAttribute("href")) ?? "");
    expect(file.status).toBe(200);

    const ended = endedToken();
    await page().evaluate((token) => sessionStorage.setItem("idToken", token), ended);
    await page().reload();
    await link.waitFor();
    await page().getByRole("button", { name: "メニュー" }).click();
    await manual().waitFor();
    expect((await sessionStorageOf(page())).idToken).not.toBe(ended);

    await local.clearRequests();
    await page().getByRole("button", { name: "ログアウト", exact: true }).click();
    await page().waitForURL("**/signin");
    const made = await local.requests("cognito");
    expect(made.map(({ headers }) => headers["x-amz-target"])).toContain(
      "AWSCognitoIdentityProviderService.RevokeToken",
    );
    expect(pathname()).toBe("/signin");
    expect(await sessionStorageOf(page())).toEqual({});
  },
);

test("where session storage may not be looked at, a session lasts as long as its page", async () => {
  const customer = await createCustomer();
  await page().addInitScript(denied, "sessionStorage" as const);
  await signIn(page(), customer);
  await manual().click();
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  await page().reload();
  await page().waitForURL("**/signin");
});

test("another tab on /signin clears local storage, and does not sign this one out", async () => {
  await signIn(page(), await createCustomer());
  await manual().waitFor();
  const other = await context().newPage();
  await other.goto("/signin");
  await other.getByLabel("ログインID").waitFor();
  await other.close();
  const ended = endedToken();
  await page().evaluate((token) => sessionStorage.setItem("idToken", token), ended);
  await page().reload();
  await manual().waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(ended);
});

test("signing in again on the way leads to the requested page", async () => {
  const customer = await createCustomer();
  await page().goto("/signin");
  for (const path of ["/update", "/em/change", "/pn/change", "/upgrade"]) {
    await page().evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await page().goto(path);
    await page().waitForURL("**/signin");
    await page().getByLabel("ログインID").fill(customer.loginId);
    await page().getByLabel("パスワード", { exact: true }).fill(customer.password);
    await page().getByRole("button", { name: "ログイン", exact: true }).click();
    await page().waitForURL(`**${path}`);
    await page().getByRole("button", { name: "ログアウト", exact: true }).waitFor();
  }
});

test("a session that Cognito refuses to renew is forgotten, and /update opened again after signing in", async () => {
  const customer = await createCustomer();
  await signIn(page(), customer);
  await manual().waitFor();
  const ended = endedToken();
  await page().evaluate((token) => {
    sessionStorage.setItem("idToken", token);
    for (const key of Object.keys(sessionStorage)) {
      if (/(?:idToken|accessToken)$/.test(key)) sessionStorage.setItem(key, token);
      if (key.endsWith("refreshToken")) sessionStorage.setItem(key, "revoked");
    }
  }, ended);
  await page().goto("/update");
  await page().waitForURL("**/signin");
  await page().getByLabel("ログインID").waitFor();
  expect(Object.keys(await sessionStorageOf(page())).filter((key) => /Token$/.test(key))).toEqual([
    "idToken",
  ]);
  await page().getByLabel("ログインID").fill(customer.loginId);
  await page().getByLabel("パスワード", { exact: true }).fill(customer.password);
  await page().getByRole("button", { name: "ログイン", exact: true }).click();
  await page().waitForURL("**/update");
  await page().getByRole("link", { name: "ログインとセキュリティ" }).waitFor();
});
