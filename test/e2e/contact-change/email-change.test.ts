import { expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { letResendWaitPass, pressAgainAndAgain } from "../support/account-change.ts";
import { openAs, sessionStorageOf, startBrowser } from "../support/browser.ts";
import { createConfirmedAccount, newPerson, recordOf, tokensOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import {
  button,
  enterCode,
  expectFieldError,
  expectFocus,
  field,
  watchCalls,
  wrongCode,
} from "../support/sign-up.ts";
import { changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();
const { label, input, expectStep, open } = changeScreen("email", page);
const isOurs = (call: string): boolean => /Attribute|^update$/.test(call);

test("a new address, over reload, Back, a wrong code and another code; each button works once", async () => {
  const customer = await open();
  const { email } = newPerson();
  const calls = watchCalls(page());
  await input().fill(email);
  await page().reload();
  await expect.poll(() => input().inputValue()).toBe(email);
  await pressAgainAndAgain(page(), sendButton, label);
  await expectStep(1);
  expect((await sessionStorageOf(page())).newEmail).toBe(email);
  await page().reload();
  await page().getByText(`${email} に届いた認証コードをご入力ください。`).waitFor();
  await button(page(), "戻る").click();
  await expectStep(0);
  expect(await input().inputValue()).toBe(email);
  await button(page(), sendButton).click();
  await expectStep(1);
  expect(calls.filter(isOurs)).toEqual(["UpdateUserAttributes"]);

  const seen = await local.newestMessageId(email);
  await enterCode(page(), wrongCode(await local.code(email)));
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await expectFocus(field(page(), "認証コード"));
  await expectAccessibleAtBothWidths(page());
  await letResendWaitPass(page());
  await button(page(), "認証コードを再送信").dblclick();
  const resent = "認証コードを再送信しました。メールをご確認ください。";
  await page().getByRole("status").getByText(resent).waitFor();
  const mailsBefore = (await local.messages(customer.email)).length;
  await field(page(), "認証コード").fill(await local.code(email, seen));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await page().waitForURL("**/update/comp");
  await page().getByText("今後のお知らせは、新しいメールアドレスにお送りします。").waitFor();
  expect(calls.filter(isOurs)).toEqual([
    "UpdateUserAttributes",
    "VerifyUserAttribute",
    "UpdateUserAttributes",
    "VerifyUserAttribute",
    "update",
  ]);
  expect((await sessionStorageOf(page())).newEmail).toBeUndefined();
  expect((await recordOf(customer)).Email).toBe(email);
  await expect.poll(async () => (await local.messages(customer.email)).length).toBe(mailsBefore + 1);
});

test("after an older sign-in the password is asked for; cancelling sends nothing", async () => {
  const customer = await open();
  const { email } = newPerson();
  const calls = watchCalls(page());
  await passTenMinutes(page(), customer.loginId);
  await input().fill(email);
  await button(page(), sendButton).click();
  await passwordDialog(page()).getByRole("button", { name: "キャンセル" }).click();
  await passwordDialog(page()).waitFor({ state: "detached" });
  expect(await input().inputValue()).toBe(email);
  expect(calls.filter(isOurs)).toEqual([]);
  expect(await local.messages(email)).toEqual([]);

  await button(page(), sendButton).click();
  await confirmPassword(page(), customer.password);
  await expectStep(1);

  // Another code is another proof; what was typed and the place stay.
  const [seen, first] = [await local.newestMessageId(email), await local.code(email)];
  const resend = button(page(), "認証コードを再送信");
  await field(page(), "認証コード").fill(first);
  await passTenMinutes(page(), customer.loginId);
  await letResendWaitPass(page());
  await resend.click();
  await passwordDialog(page()).getByRole("button", { name: "キャンセル" }).click();
  await passwordDialog(page()).waitFor({ state: "detached" });
  expect(await local.newestMessageId(email)).toBe(seen);
  await resend.click();
  await confirmPassword(page(), customer.password);
  await page().getByRole("status").getByText("認証コードを再送信しました。").waitFor();
  expect(await field(page(), "認証コード").inputValue()).toBe(first);
  await enterCode(page(), await local.code(email, seen));
  await page().waitForURL("**/update/comp");
});

test("an account without a customer record returns to the sign-up wizard", async () => {
  const person = await createConfirmedAccount();
  await openAs(page(), { ...person, ...(await tokensOf(person)) }, "/em/change");
  await page().waitForURL((url) => url.pathname === "/");
});
