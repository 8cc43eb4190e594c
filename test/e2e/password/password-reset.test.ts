import { expect, test } from "vitest";
import { canRenew, expectRefusals } from "../support/account-change.ts";
import { openCompleted, sessionStorageOf, signIn, startBrowser } from "../support/browser.ts";
import { createConfirmedAccount, type Person, tokensOf } from "../support/customer.ts";
import { button, expectAlert, expectFieldError, expectStatus, field, pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { askForCode, expectComplete, labels, newPassword, reset, resetButton } from "../support/passwords.ts";
import { watchCalls } from "../support/sign-up.ts";

const { page } = startBrowser();
const loginId = () => field(page(), "ログインID");
const requestCode = () => button(page(), "認証コードを送信");

test("a customer who forgot the password sets a new one, and every session ends", async () => {
  const person = await createConfirmedAccount();
  const elsewhere = await tokensOf(person);
  expect(await canRenew(elsewhere)).toBe(true);
  const before = await local.newestMessageId(person.email);
  const calls = watchCalls(page());
  await page().goto("/signin");
  await page().getByRole("link", { name: "パスワードをお忘れの方" }).click();
  const withoutMailbox = page()
    .getByRole("paragraph")
    .filter({ hasText: "ご登録のメールアドレスをご利用になれない場合は、" });
  expect(
    await withoutMailbox.getByRole("link", { name: "お問い合わせください" }).getAttribute("href"),
  ).toMatch(/contact/);
  await requestCode().click();
  await expectFieldError(page(), "ログインID", "ログインIDを入力してください。");
  await loginId().fill(person.loginId);
  await requestCode().dblclick();
  await page().waitForURL("**/pw/reset");
  await page().reload();
  await page().getByText(`ログインID ${person.loginId} の`).waitFor();
  expect(calls).toEqual(["ForgotPassword"]);

  await reset(page(), await local.code(person.email, before));
  await expectComplete(page());
  expect(pathOf(page())).toBe("/pw/change/comp");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  await expect.poll(() => canRenew(elsewhere)).toBe(false);

  await signIn(page(), { ...person, password: newPassword });
  await page().waitForURL((url) => url.pathname === "/");
});

test("a visitor with an unknown login ID sees the same as one with a known login ID", async () => {
  const heard = async (person: Pick<Person, "loginId">): Promise<string> => {
    await askForCode(page(), person);
    await reset(page(), "000000");
    await page().getByRole("alert").first().waitFor();
    const said = (await page().getByRole("main").textContent()) ?? "";
    return said.replaceAll(person.loginId, "").replace(/\d+秒後/, "");
  };
  const somebody = await heard(await createConfirmedAccount());
  expect(await heard({ loginId: "nobodyHasThis" })).toBe(somebody);
});

test("a reset without a request asks for the login ID, and shows errors at fields", async () => {
  await page().goto("/pw/reset");
  await page().waitForURL("**/pw/forgot");
  await page().getByText("お手数ですが、最初からお手続きください。").waitFor();
  await local.fault({ service: "cognito", operation: "ForgotPassword", status: 0, times: 30 });
  await loginId().fill("somebody");
  await loginId().press("Enter");
  await page().waitForURL("**/pw/reset");
  await expectAlert(page(), "サーバーに接続できませんでした。");
  await local.clearFaults();
  await button(page(), "認証コードを再送信").click();
  await expectStatus(page(), "認証コードを再送信しました。メールをご確認ください。");

  const { code, next, confirmation } = labels;
  const refuse = (texts: [string, string, string], refusals: Record<string, string>) => {
    const typed = { [code]: texts[0], [next]: texts[1], [confirmation]: texts[2] };
    return expectRefusals(page(), resetButton, typed, refusals);
  };
  const missing = [code, next, confirmation].map((label) => [label, `${label} は必須です。`]);
  await refuse(["", "", ""], Object.fromEntries(missing));
  const composition = "大文字英字、小文字英字、数字、記号が各一つ以上必要です。";
  await refuse(["123456", "momiji-2027!", "momiji-2027!"], { [next]: composition });
  await refuse(["123456", newPassword, "another"], { [confirmation]: "パスワードが一致しません。" });
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(newPassword);
  const toggle = page().getByRole("button", { name: "入力した文字を表示" });
  expect(await toggle.count()).toBe(1);
  await toggle.click();
  for (const label of [next, confirmation])
    expect(await field(page(), label).getAttribute("type")).toBe("text");

  await button(page(), "戻る").click();
  expect(await loginId().inputValue()).toBe("somebody");
  await button(page(), "ログイン画面に戻る").click();
  await page().waitForURL("**/signin");
  for (const path of ["/pw/change/comp", "/pw/reset/comp"]) {
    await openCompleted(page(), path);
    await page().getByText("新しいパスワードで").waitFor();
    await button(page(), "ログイン").click();
    await page().waitForURL("**/signin");
  }
});
