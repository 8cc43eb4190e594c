import { expect, test } from "vitest";
import { navigateTo, openAs, sessionStorageOf, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button, expectFocus } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";

const { page, context } = startBrowser();

const dialog = () => passwordDialog(page());
const keyPattern = /^([0-9A-Z]{5}-){5}[0-9A-Z]{5}$/;
const shownKey = () => page().getByText(keyPattern);
const bottomOf = (box?: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
const mailsTo = async (email: string) =>
  (await local.messages(email)).filter(({ subject }) => subject?.includes("認証キー"));
const keyIn = (text = ""): string => /ライセンスキー：(\S+)/.exec(text)?.[1] ?? "";

async function openLicence(path = "/licence") {
  const customer = await createCustomer();
  await openAs(page(), customer, path);
  if (path === "/menu") await navigateTo(page(), "ライセンスキー");
  await page().waitForURL("**/licence");
  await page().getByText(customer.email).waitFor();
  const [mail] = await mailsTo(customer.email);
  return { ...customer, key: keyIn(mail?.text) };
}

test("a customer after a recent sign-in shows, copies, hides and mails the key", async () => {
  const { key, email } = await openLicence("/menu");
  await page().getByText("表示していません").waitFor();
  await context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page(), "表示する").focus();
  await page().keyboard.press("Enter");
  await shownKey().waitFor();
  expect(await shownKey().textContent()).toBe(key);
  expect(await button(page(), "隠す").evaluate((element) => element === document.activeElement)).toBe(true);
  await button(page(), "ライセンスキーをコピー").click();
  await page().getByText("コピーしました").waitFor();
  expect(await page().evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(JSON.stringify([await sessionStorageOf(page()), page().url()])).not.toContain(key);
  await button(page(), "隠す").click();
  expect(await shownKey().count()).toBe(0);

  await button(page(), "メールで再送信する").dblclick();
  await page().getByText("ライセンスキーをメールでお送りしました。").waitFor();
  expect((await mailsTo(email)).map(({ text }) => keyIn(text))).toEqual([key, key]);
});

test("after ten minutes the password is asked for, and what was refused is repeated", async () => {
  const customer = await openLicence();
  await passTenMinutes(page(), customer.loginId);
  await button(page(), "表示する").click();
  await dialog().waitFor();
  await dialog().getByText(customer.loginId).waitFor();

  // Cancelled: nothing happened, and nobody is signed out.
  await page().keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await expectFocus(button(page(), "表示する"));
  expect(await shownKey().count()).toBe(0);

  await button(page(), "表示する").click();
  await button(page(), "確認する").click();
  await dialog().getByText("パスワード は必須です。").waitFor();
  await context().setOffline(true);
  await confirmPassword(page(), customer.password);
  await dialog().getByText("サーバーに接続できませんでした").waitFor();
  await context().setOffline(false);
  await confirmPassword(page(), "Wrong-Horse-1");
  const refusal = dialog().getByText("パスワードが正しくありません。");
  await refusal.waitFor();
  // Not cut off by what scrolls around it.
  const [text, room] = [refusal, dialog().locator(".MuiDialogContent-root")].map((each) =>
    each.boundingBox(),
  );
  expect(bottomOf(await text)).toBeLessThanOrEqual(bottomOf(await room));
  const before = await sessionStorageOf(page());
  await confirmPassword(page(), customer.password);
  await shownKey().waitFor();
  expect(await shownKey().textContent()).toBe(customer.key);
  expect(await dialog().count()).toBe(0);
  expect((await sessionStorageOf(page())).idToken).not.toBe(before.idToken);

  // It holds for ten minutes, and the session goes on.
  await button(page(), "隠す").click();
  await button(page(), "表示する").click();
  await shownKey().waitFor();
  await page().reload();
  await page().getByText(customer.email).waitFor();
  const lines = JSON.stringify(await local.logs());
  for (const secret of [customer.key, customer.password]) expect(lines).not.toContain(secret);
});

test("the key is replaced after a question, and the mail says that the old one is dead", async () => {
  const customer = await openLicence();
  await passTenMinutes(page(), customer.loginId);
  await button(page(), "再発行する").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "キャンセル" }).click();
  await button(page(), "再発行する").click();
  await page().getByRole("alertdialog").getByRole("button", { name: "再発行する" }).click();
  await dialog().waitFor();
  await confirmPassword(page(), customer.password);
  await page().getByText("ライセンスキーを再発行し、新しいキーをメールでお送りしました。").waitFor();
  const [mail] = await mailsTo(customer.email);
  expect(mail?.text).toContain("これまでのライセンスキーは無効になりました。");
  expect(mail?.text).not.toContain(customer.key);
  await button(page(), "表示する").click();
  await shownKey().waitFor();
  expect(await shownKey().textContent()).toBe(keyIn(mail?.text));
  expect(keyIn(mail?.text)).not.toBe(customer.key);
});

test("the page shows each failure in place: no connection, no KMS, ten reveals", async () => {
  const { key } = await openLicence();
  await context().setOffline(true);
  await button(page(), "表示する").click();
  await page().getByText("ライセンスキーを表示できませんでした。サーバーに接続できませんでした").waitFor();
  await context().setOffline(false);
  await button(page(), "表示する").click();
  await shownKey().waitFor();
  expect(await shownKey().textContent()).toBe(key);
  await button(page(), "隠す").click();

  await local.fault({ service: "kms", status: 500, times: 3 });
  await button(page(), "表示する").click();
  await page().getByText("ただいまご利用いただけません。").waitFor();
  for (let looks = 2; looks < 10; looks += 1) {
    await button(page(), "表示する").click();
    await shownKey().waitFor();
    await button(page(), "隠す").click();
  }
  await button(page(), "表示する").click();
  await page().getByText("1日10回まで").waitFor();
});
