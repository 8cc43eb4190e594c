import { expect, test } from "vitest";
import { sessionStorageOf, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expiredToken, expireIdToken } from "../support/reauthentication.ts";

const { page } = startBrowser();

const manual = () => page().getByRole("button", { name: "マニュアルダウンロード" });

type StorageName = "localStorage" | "sessionStorage";

/** Cookies and site data blocked: even looking at it throws, and in Firefox a channel between tabs as well. */
const denied = (name: StorageName): void => {
  function refuse() {
    throw new DOMException("denied", "SecurityError");
  }
  Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, "BroadcastChannel", { value: refuse });
};

/** Full, or a private window of old. */
const full = (name: StorageName): void => {
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key: string, value: string) {
    if (this === window[name]) throw new DOMException("full", "QuotaExceededError");
    write.call(this, key, value);
  };
};

test.each([
  ["may not be looked at", denied],
  ["may not be written to", full],
])("a customer whose local storage %s signs in, downloads, reloads and signs out", async (_, spoil) => {
  const customer = await createCustomer();
  await page().addInitScript(spoil, "localStorage" as const);
  await signIn(page(), customer);
  await manual().click();
  await page().waitForURL("**/dl/manual");
  const link = page().getByRole("link", { name: "manual.zip" });
  await link.waitFor();
  const file = await fetch((await link.getAttribute("href")) ?? "");
  expect(file.status).toBe(200);

  await expireIdToken(page());
  await page().reload();
  await link.waitFor();
  await page().getByRole("button", { name: "メニュー" }).click();
  await manual().waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(expiredToken);

  await local.clearRequests();
  await page().getByRole("button", { name: "ログアウト", exact: true }).click();
  await page().waitForURL("**/signin");
  const made = await local.requests("cognito");
  expect(made.map(({ headers }) => headers["x-amz-target"])).toContain(
    "AWSCognitoIdentityProviderService.RevokeToken",
  );
  expect(pathOf(page())).toBe("/signin");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
});

test("without session storage, a session lasts as long as its page", async () => {
  const customer = await createCustomer();
  await page().addInitScript(denied, "sessionStorage" as const);
  await signIn(page(), customer);
  await manual().click();
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  await page().reload();
  await page().waitForURL("**/signin");
});
