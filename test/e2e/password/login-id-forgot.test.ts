import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { createConfirmedAccount, newPerson } from "../support/customer.ts";
import { button, expectAlert, expectFieldError, expectFocus, field } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page, context } = startBrowser();
const send = () => button(page(), "メールを送信");

test("a customer who forgot the login ID finds it in the mailbox", async () => {
  const person = await createConfirmedAccount();
  await page().goto("/signin");
  await page().getByRole("link", { name: "ログインIDをお忘れの方" }).click();
  await send().click();
  await expectFieldError(page(), "メールアドレス", "メールアドレス は必須です。");
  await expectFocus(field(page(), "メールアドレス"));

  await context().setOffline(true);
  await field(page(), "メールアドレス").fill(person.email);
  await send().click();
  await expectAlert(page(), "メールを送信できませんでした。");
  expect(await field(page(), "メールアドレス").inputValue()).toBe(person.email);
  await context().setOffline(false);
  const before = (await local.messages(person.email)).length;
  await field(page(), "メールアドレス").press("Enter");
  await page().getByRole("heading", { name: "メールをご確認ください" }).waitFor();
  const [mail, ...others] = await local.messages(person.email);
  expect(others).toHaveLength(before);
  expect(mail?.text).toContain(`ログインID：${person.loginId}`);

  await page().reload();
  await page().getByText(`${person.email} で登録されているログインIDがある場合は、`).waitFor();
  await page().goBack();
  await expectFocus(page().getByRole("heading", { name: "ログインIDをお忘れの方" }));
  await page().goForward();
  await button(page(), "ログイン画面へ").click();
  await page().waitForURL("**/signin");
});

test("an address without an account sees the same answer, and gets no mail", async () => {
  const { email } = newPerson();
  await page().goto("/pw/forgot");
  await page().getByRole("link", { name: "ログインIDをお忘れの方" }).click();
  await field(page(), "メールアドレス").fill(email);
  await send().dblclick();
  await page().getByText(`${email} で登録されているログインIDがある場合は、`).waitFor();
  expect(await local.messages(email)).toEqual([]);
});
