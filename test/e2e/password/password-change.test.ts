import { beforeEach, expect, test } from "vitest";
import { canRenew, endSessions, expectRefusals } from "../support/account-change.ts";
import { sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import { tokensOf } from "../support/customer.ts";
import {
  button,
  expectAlert,
  expectErrorPage,
  expectFieldError,
  expectFocus,
  field,
  pathOf,
} from "../support/elements.ts";
import { local } from "../support/local.ts";
import {
  changeButton,
  expectComplete,
  fillChange,
  labels,
  newPassword,
  openChange,
} from "../support/passwords.ts";
import { watchCalls } from "../support/sign-up.ts";

const { page } = startBrowser();
const passwords = [labels.current, labels.next, labels.confirmation];

let alerts: string[] = [];
beforeEach(() => {
  alerts = [];
  page().on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
});

test("a changed password ends every session and signs in", async () => {
  const customer = await openChange(page());
  const elsewhere = await tokensOf(customer);
  expect(await canRenew(elsewhere)).toBe(true);
  const calls = watchCalls(page());
  await fillChange(page(), ` ${customer.password}`);
  await button(page(), changeButton).dblclick();
  await expectComplete(page());
  expect(pathOf(page())).toBe("/pw/change/comp");
  const ofChange = calls.filter((call) => call === "ChangePassword" || call.endsWith("end"));
  expect(ofChange).toEqual(["prepare-end", "ChangePassword", "end"]);
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  expect(
    await page().evaluate(() => Object.keys(sessionStorage).filter((key) => /Token$/.test(key))),
  ).toEqual([]);
  expect([await canRenew(elsewhere), await canRenew(customer)]).toEqual([false, false]);

  await button(page(), "ログイン").click();
  await signInHere(page(), customer);
  await expectAlert(page(), "ログインに失敗しました。");
  await signInHere(page(), { ...customer, password: newPassword });
  await page().waitForURL("**/menu");
  expect(alerts).toEqual([]);
});

test("a customer sees a new password's rules ticked off, and errors at their fields", async () => {
  await openChange(page());
  await button(page(), changeButton).click();
  for (const label of passwords) await expectFieldError(page(), label, `${label} は必須です。`);
  await expectFocus(field(page(), labels.current));

  // Ticked off key by key, and read out.
  const met = page()
    .getByRole("list", { name: "パスワードの条件" })
    .getByRole("listitem")
    .filter({ hasText: "（満たしています）" });
  const next = field(page(), labels.next);
  for (const [typed, isMet] of [
    ["abc", 1],
    ["D", 2],
    ["4", 3],
    ["!efg", 4],
    ["h", 5],
  ] as const) {
    await next.pressSequentially(typed);
    await expect.poll(() => met.count()).toBe(isMet);
  }
  await expectRefusals(
    page(),
    changeButton,
    { [labels.current]: "x", [labels.next]: "Short-1a!", [labels.confirmation]: "another" },
    {
      [labels.next]: "パスワードは10文字以上です。",
      [labels.confirmation]: "パスワードが一致しません。",
    },
  );
  await next.fill(newPassword);
  await field(page(), labels.confirmation).fill(newPassword);
  expect(await page().getByRole("alert").count()).toBe(0);
});

test("a customer shows the passwords by one toggle, and changes them by keyboard", async () => {
  // A list that cannot be loaded refuses no password.
  await page().route(/password-guesses/, (route) => route.abort());
  const customer = await openChange(page());
  const types = () => Promise.all(passwords.map((label) => field(page(), label).getAttribute("type")));
  await fillChange(page(), customer.password);
  expect(await types()).toEqual(["password", "password", "password"]);
  const toggle = page().getByRole("button", { name: "入力した文字を表示" });
  expect(await toggle.count()).toBe(1);
  await field(page(), labels.current).focus();
  await page().keyboard.press("Tab");
  await expectFocus(toggle);
  await page().keyboard.press("Space");
  expect(await types()).toEqual(["text", "text", "text"]);
  await button(page(), "戻る").click();
  await page().waitForURL("**/menu");
  await button(page(), "パスワードの変更").click();
  await field(page(), labels.current).fill(customer.password);
  await page().keyboard.press("Tab");
  for (const typed of [newPassword, newPassword]) {
    await page().keyboard.press("Tab");
    await page().keyboard.type(typed);
  }
  await page().keyboard.press("Enter");
  await expectComplete(page());
});

test("a visitor without a session sees an alert, signs in and is back", async () => {
  await page().goto("/pw/change");
  await page().waitForURL("**/signin");
  expect(alerts.splice(0)).toEqual(["ログイン情報がありません。再ログインしてください。"]);

  const customer = await openChange(page());
  await fillChange(page(), customer.password);
  await page().evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith("Cognito")) sessionStorage.removeItem(key);
  });
  await button(page(), changeButton).click();
  await page().waitForURL("**/signin");
  expect(alerts.splice(0)).toEqual(["ログイン情報がありません。再ログインしてください。"]);
  await signInHere(page(), customer);
  await page().waitForURL("**/pw/change");

  await endSessions(customer);
  await fillChange(page(), customer.password);
  await button(page(), changeButton).click();
  await page().waitForURL("**/signin");
  expect(alerts).toEqual(["再ログインが必要です。"]);
});

test("a failed change leads to the error page and back, and a lost answer counts", async () => {
  const customer = await openChange(page());
  const calls = watchCalls(page());
  await fillChange(page(), "Not-My-Password-1");
  await button(page(), changeButton).click();
  await expectErrorPage(page());
  await page().getByText("現在のパスワードが正しくありません。").waitFor();
  expect(calls.splice(0).at(-1)).toBe("cancel-end");
  await button(page(), "元の画面に戻る").click();
  await page().waitForURL("**/pw/change");
  await fillChange(page(), customer.password);
  await local.fault({ service: "cognito", operation: "ChangePassword", status: 500, times: 10 });
  await button(page(), changeButton).click();
  await expectErrorPage(page());
  await button(page(), "元の画面に戻る").waitFor();
  expect(calls).toContain("prepare-end");
  expect(calls).not.toContain("cancel-end");
  expect(await canRenew(customer)).toBe(true);
  await local.clearFaults();

  // No answer at all.
  await button(page(), "元の画面に戻る").click();
  await local.fault({ service: "cognito", operation: "ChangePassword", status: 0, times: 30 });
  await fillChange(page(), customer.password);
  await button(page(), changeButton).click();
  await expectErrorPage(page());
  await page().getByText("パスワードがすでに変更されている場合があります。").waitFor();

  // An answer that is lost on the way: the change counts.
  await button(page(), "元の画面に戻る").click();
  await local.clearFaults();
  await local.fault({ service: "cognito", operation: "ChangePassword", status: 0, after: true });
  await fillChange(page(), customer.password);
  await button(page(), changeButton).click();
  await expectComplete(page());
  expect(await canRenew(customer)).toBe(false);
});
