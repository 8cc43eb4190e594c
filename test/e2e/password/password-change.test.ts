import { beforeEach, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { canRenew, endSessions, expectRefusals } from "../support/account-change.ts";
import { sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import { tokensOf } from "../support/customer.ts";
import {
  changeButton,
  expectComplete,
  fillChange,
  labels,
  newPassword,
  openChange,
} from "../support/passwords.ts";
import { button, expectFieldError, expectFocus, field, watchCalls } from "../support/sign-up.ts";

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

test("the password changes, every session ends, and the new one signs in", async () => {
  const customer = await openChange(page());
  const elsewhere = await tokensOf(customer);
  expect(await canRenew(elsewhere)).toBe(true);
  const calls = watchCalls(page());
  await fillChange(page(), ` ${customer.password}`);
  await button(page(), changeButton).dblclick();
  await expectComplete(page());
  expect(new URL(page().url()).pathname).toBe("/pw/change/comp");
  const ofChange = calls.filter((call) => call === "ChangePassword" || call.endsWith("end"));
  expect(ofChange).toEqual(["prepare-end", "ChangePassword", "end"]);
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  expect(
    await page().evaluate(() => Object.keys(sessionStorage).filter((key) => /Token$/.test(key))),
  ).toEqual([]);
  expect([await canRenew(elsewhere), await canRenew(customer)]).toEqual([false, false]);

  await button(page(), "ログイン").click();
  await signInHere(page(), customer);
  await page().getByRole("alert").getByText("ログインに失敗しました。").waitFor();
  await signInHere(page(), { ...customer, password: newPassword });
  await page().waitForURL("**/menu");
  expect(alerts).toEqual([]);
});

test("each rule shows its message at its field, in the specified order, and an edit clears it", async () => {
  const { loginId } = await openChange(page());
  const row = (next: string, confirmation: string, refusals: Record<string, string>) =>
    expectRefusals(
      page(),
      changeButton,
      { [labels.current]: "x", [labels.next]: next, [labels.confirmation]: confirmation },
      refusals,
    );
  await button(page(), changeButton).click();
  for (const label of passwords) await expectFieldError(page(), label, `${label} は必須です。`);
  await expectFocus(field(page(), labels.current));
  await expectAccessibleAtBothWidths(page());

  // Ticked off key by key, and read out.
  const met = page()
    .getByRole("list", { name: "パスワードの条件" })
    .getByRole("listitem")
    .filter({ hasText: "（満たしています）" });
  const next = field(page(), labels.next);
  await next.focus();
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
  await next.fill("");

  const short = { [labels.next]: "パスワードは10文字以上です。" };
  const mismatch = { [labels.confirmation]: "パスワードが一致しません。" };
  await row("short", "", { [labels.confirmation]: `${labels.confirmation} は必須です。` });
  await row("Short-1a!", "Short-1a!", short);
  await row("Short-1a!", "another", { ...short, ...mismatch });
  await row(loginId, loginId, { [labels.next]: "ログインIDと同じものは使用できません。" });
  const composition = { [labels.next]: "大文字英字、小文字英字、数字、記号が各一つ以上必要です。" };
  for (const weak of ["momiji-2027!", "MOMIJI-2027!", "Momiji-abcd!", "Momiji20270a"])
    await row(weak, weak, composition);
  const guessable = "推測されやすいパスワードです。別のパスワードを入力してください。";
  for (const common of ["Password1!", "P@ssw0rd2024"])
    await row(common, common, { [labels.next]: guessable });
  const withName = `x7!${loginId.toUpperCase()}Kq`;
  await row(withName, withName, { [labels.next]: "ログインIDを含むパスワードは使用できません。" });
  await row(newPassword, "Momiji-2028!", mismatch);
  await field(page(), labels.confirmation).fill(newPassword);
  expect(await page().getByRole("alert").count()).toBe(0);
});

test("a list of common passwords that cannot be loaded keeps nobody from changing the password", async () => {
  await page().route(/password-guesses/, (route) => route.abort());
  const customer = await openChange(page());
  await fillChange(page(), customer.password);
  await button(page(), changeButton).click();
  await expectComplete(page());
});

test("one toggle shows all three, the keyboard is enough, and Back leads to the menu", async () => {
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
  await expectAccessibleAtBothWidths(page());
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

test("without a session an alert says so, and signing in leads back", async () => {
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
