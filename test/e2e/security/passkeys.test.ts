import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { canRenew } from "../support/account-change.ts";
import { addAuthenticator, unusedCode } from "../support/authenticator.ts";
import {
  navigateTo,
  openAs,
  portalStorageOf,
  sessionStorageOf,
  settled,
  signIn,
  signInHere,
  startBrowser,
} from "../support/browser.ts";
import { createSubscriber, lateNotice, passTime } from "../support/contract.ts";
import { createCustomer } from "../support/customer.ts";
import { button } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";

const { page, context } = startBrowser();

const loginId = () => page().getByLabel("ログインID");
const passkeyButton = () => button(page(), "パスキーでログイン");
/** With the customer's record, and so with all that it shows. */
const atMenu = () => page().getByText("トライアルプラン", { exact: true }).waitFor();
const passkeys = () => page().getByRole("region", { name: "パスキー" });
const listed = () => passkeys().getByRole("listitem").allTextContents();
const history = () => page().getByRole("region", { name: "ご利用履歴" });
const offer = () => page().getByRole("region", { name: "次回から、パスキーでログインしませんか？" });
const alert = () => page().getByRole("alert");

async function signOut(): Promise<void> {
  await button(page(), "ログアウト").click();
  await page().waitForURL("**/signin");
}
/** Or it is offered in the field after each press, and chosen at once: its outcome would replace the press's. */
const forgetPasskey = () => context().clearCookies({ name: "passkeyLoginId" });
async function addPasskey(): Promise<void> {
  await button(page(), "パスキーを追加する").click();
  await page().getByText("パスキーを追加しました。").waitFor();
}
const openSecurity = () => navigateTo(page(), "ログインとセキュリティ");
async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  await local.reconcile();
  return (await local.messages(email)).map(({ subject = "" }) => subject);
}

describe("a passkey", () => {
  test("is offered after the password, added, and signs in by button and in the field", async () => {
    const customer = await createCustomer();
    await addAuthenticator(page());
    await signIn(page(), customer);
    await atMenu();
    // The menu does not wait for it, and it lies over the menu.
    await offer().waitFor();
    await expectAccessible(page());
    await addPasskey();
    // A browser that offers none in a field, as older ones of Safari.
    await page().evaluate(() =>
      Reflect.set(PublicKeyCredential, "isConditionalMediationAvailable", () => Promise.resolve(false)),
    );
    await signOut();
    await loginId().fill(` ${customer.loginId.toUpperCase()} `);
    await passkeyButton().focus();
    const onItsWay = page().waitForURL("**/signin/auth", { waitUntil: "commit" });
    await page().keyboard.press("Enter");
    await onItsWay;
    await atMenu();
    const { idToken, ...stored } = await portalStorageOf(page());
    expect(stored).toMatchObject({
      loginId: customer.loginId,
      customerId: customer.customerId,
      plan: "trial",
    });
    expect(idToken?.split(".")).toHaveLength(3);
    expect(await offer().count()).toBe(0);
    expect(await canRenew({ stored: await sessionStorageOf(page()) })).toBe(true);

    // In the field: nothing is pressed.
    await page().reload();
    await signOut();
    await page().waitForURL("**/menu");
    await openSecurity();
    await expect.poll(listed).toEqual([expect.stringContaining("最後の利用：")]);
    await expect.poll(() => history().getByText("パスキーでログインしました").count()).toBe(2);
    expect(await history().getByText("パスキーを追加しました").count()).toBe(1);
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining("パスキー追加のお知らせ"));
  });

  test("is not offered over a late payment, which is the menu's one main action", async () => {
    const customer = await createSubscriber("card");
    await addAuthenticator(page());
    await passTime(customer, "payment_failed");
    await signIn(page(), customer);
    await lateNotice(page()).first().waitFor();
    await page().getByRole("button", { name: "プラグインダウンロード" }).waitFor();
    await settled(page());
    expect(await offer().count()).toBe(0);
    await passTime(customer, "retried");
    await page().reload();
    await offer().waitFor();
  });

  test("beside another: the one that is removed opens nothing any more", async () => {
    const customer = await createCustomer({ state: "withPasskey" });
    const phone = await addAuthenticator(page(), { passkey: customer.passkey });
    await openAs(page(), customer, "/security");
    await button(page(), "パスキーを追加する").click();
    await alert().getByText("この端末のパスキーは、すでに追加されています。").waitFor();
    await phone.setPresent(false);
    const key = await addAuthenticator(page(), { transport: "usb" });
    await addPasskey();
    await expect.poll(async () => (await listed()).length).toBe(2);
    await expectAccessible(page());
    await passTenMinutes(page(), customer.loginId);
    await button(page(), "パスキー 1を削除").click();
    await button(page(), "削除する").click();
    await passwordDialog(page()).waitFor();
    await button(page(), "パスキーで確認する").click();
    await page().getByText("パスキーを削除しました。").waitFor();
    expect(await listed()).toHaveLength(1);
    await history().getByText("パスキーを削除しました").waitFor();
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining("パスキー削除のお知らせ"));

    await key.remove();
    await phone.setPresent(true);
    await signOut();
    // The device still has the removed one, and the browser offers it in the field.
    await alert().getByText("削除されたパスキーの可能性があります。").waitFor();
    await forgetPasskey();
    await loginId().fill(customer.loginId);
    await passkeyButton().click();
    await alert().getByText("この端末に使えるパスキーがありません。").waitFor();
    expect(await loginId().inputValue()).toBe(customer.loginId);
  });

  test("whose answer was lost is listed and mailed all the same, and works", async () => {
    const customer = await createCustomer();
    await addAuthenticator(page());
    await openAs(page(), customer, "/security");
    await passkeys().getByText("追加したパスキーはありません。").waitFor();
    const lost = { service: "cognito", operation: "CompleteWebAuthnRegistration", status: 500 } as const;
    await local.fault({ ...lost, after: true, times: 9 });
    await button(page(), "パスキーを追加する").click();
    await alert().first().waitFor();
    await expect.poll(async () => (await listed()).length).toBe(1);
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining("パスキー追加のお知らせ"));
    await local.clearFaults();
    await forgetPasskey();
    await signOut();
    await loginId().fill(customer.loginId);
    await passkeyButton().click();
    await atMenu();
  });

  test("ends another customer's session in the tab first, as with a password", async () => {
    const owner = await createCustomer({ state: "withPasskey" });
    await addAuthenticator(page(), { passkey: owner.passkey });
    const other = await createCustomer();
    await openAs(page(), other);
    await atMenu();
    const revocations = async () =>
      (await local.requests("cognito")).filter(({ operation }) => operation === "RevokeToken").length;
    const before = await revocations();
    await page().clock.install();
    await page().goto("/signin");
    await loginId().fill(owner.loginId);
    // A device whose confirmation is not answered shuts nobody out.
    const isConfirmation = (request: Request) =>
      request.headers()["x-amz-target"]?.endsWith(".ConfirmDevice");
    await page().route("**", (route) => isConfirmation(route.request()) || route.fallback());
    const asked = page().waitForRequest((request) => isConfirmation(request) === true);
    await passkeyButton().click();
    await asked;
    await page().clock.fastForward(5_000);
    await atMenu();
    const stored = await page().evaluate(() => Object.entries(sessionStorage).flat().join());
    expect(stored).toContain(owner.loginId);
    expect(stored).not.toContain(other.loginId);
    expect(await revocations()).toBe(before + 1);
  });

  test("replaces the authenticator app; an unverified user gets the password form", async () => {
    const customer = await createCustomer({ state: "withPasskeyAndAuthenticator" });
    const { secret = "", passkey } = customer;
    const device = await addAuthenticator(page(), { passkey });
    await device.setVerified(false);
    await page().goto("/signin");
    await loginId().fill(customer.loginId);
    await page().getByLabel("パスワード", { exact: true }).fill("typed");
    await passkeyButton().click();
    await alert().getByText("パスキーの確認が完了しませんでした。").waitFor();
    expect(await page().getByLabel("パスワード", { exact: true }).inputValue()).toBe("typed");
    await device.setVerified(true);
    await passkeyButton().click();
    await atMenu();
    await openSecurity();
    await button(page(), "認証アプリをオフにする").waitFor();
    // A call that is under way would bring its tokens after those that have expired.
    await settled(page());
    // The passkey's session goes on as one of the password and a code.
    await passTenMinutes(page(), customer.loginId);
    await button(page(), "認証アプリをオフにする").click();
    await button(page(), "オフにする").click();
    await confirmPassword(page(), customer.password);
    await passwordDialog(page()).getByLabel("認証コード").fill(unusedCode(secret));
    await page().keyboard.press("Enter");
    await page().getByText("認証アプリをオフにしました。", { exact: true }).first().waitFor();
    expect(await canRenew({ stored: await sessionStorageOf(page()) })).toBe(true);
  });
});

describe("without a passkey", () => {
  test("the button says what is missing; an offer goes for good when dismissed", async () => {
    const customer = await createCustomer();
    const device = await addAuthenticator(page());
    await page().goto("/signin");
    await passkeyButton().click();
    await page().getByText("パスキーでログインするには、ログインIDを入力してください。").waitFor();
    await loginId().fill(customer.loginId);
    await passkeyButton().click();
    await alert().getByText("このログインIDでは、パスキーをご利用いただけません。").waitFor();
    await context().setOffline(true);
    await passkeyButton().click();
    await alert().getByText("サーバーに接続できませんでした。").waitFor();
    await context().setOffline(false);
    await signInHere(page(), customer);
    await device.setVerified(false);
    await button(page(), "パスキーを追加する").click();
    await alert().getByText("パスキーの追加が完了しませんでした。").waitFor();
    await page().reload();
    await atMenu();
    expect(await offer().count()).toBe(0);
    await openSecurity();
    await button(page(), "メニューに戻る").click();
    await atMenu();
    expect(await offer().count()).toBe(0);
    await signOut();
    await signInHere(page(), customer);
    await button(page(), "今後表示しない").click();
    await signOut();
    await signInHere(page(), customer);
    await atMenu();
    expect(await offer().count()).toBe(0);
  });

  test("a browser that knows none is not asked, and neither is one whose site has none", async () => {
    const customer = await createCustomer();
    await page().addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await openAs(page(), customer, "/security");
    await passkeys().getByText("お使いのブラウザーは、パスキーに対応していません。").waitFor();
    await signOut();
    await expect.poll(() => passkeyButton().count()).toBe(0);
    const { passkeys: _, ...config } = await (await fetch(local.url("/config.json"))).json();
    await page().route("**/config.json", (route) => route.fulfill({ json: config }));
    // Somebody else: signing out has ended the first one's tokens.
    await openAs(page(), await createCustomer(), "/security");
    await page().getByRole("heading", { name: "認証アプリ" }).waitFor();
    expect(await passkeys().count()).toBe(0);
  });
});
