import { expect, test } from "vitest";
import { company } from "#test/support/company.ts";
import { callCognito } from "../support/account-change.ts";
import { sessionStorageOf, signIn, signInHere, startBrowser } from "../support/browser.ts";
import {
  createConfirmedAccount,
  createUnconfirmedAccount,
  newPerson,
  type Person,
} from "../support/customer.ts";
import { button, expectFieldError, field, valuesOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import {
  consents,
  enterCode,
  expectRegistered,
  expectStep,
  fillCompany,
  reachAccountStep,
  reachEmailStep,
  sendSms,
  shownAnswers,
  watchCalls,
} from "../support/sign-up.ts";

const { page } = startBrowser();
const greeting = () => page().getByText(/^ログイン情報とメールアドレスの確認は完了しています。/);

/** The wizard of someone whose account is confirmed ends with the code from the SMS. */
async function finishConfirmed(person: Person): Promise<void> {
  await button(page(), "同意して次へ").click();
  await expectStep(page(), "電話番号");
  await sendSms(page(), person);
  await expectStep(page(), "SMS認証");
  await enterCode(page(), await local.code(person.phoneNumber));
  await expectRegistered(page());
  await expect.poll(async () => (await local.messages(person.email))[0]?.text).toContain("ライセンスキー：");
}

test("an account whose address was never confirmed, on a browser that knows nothing", async () => {
  const person = await createUnconfirmedAccount();
  const seen = await local.newestMessageId(person.email);
  await signIn(page(), person);
  await expectStep(page(), "メール認証");
  await page()
    .getByText(/^メールアドレスの確認がまだ完了していません。/)
    .waitFor();
  await button(page(), "認証コードを再送信").click();
  await page().getByText("認証コードを再送信しました。メールをご確認ください。").waitFor();
  await enterCode(page(), await local.code(person.email, seen));

  await expectStep(page(), "お客様情報");
  await greeting().waitFor();
  expect(await page().getByRole("list", { name: "手順" }).getByRole("listitem").count()).toBe(3);
  expect(await sessionStorageOf(page())).toMatchObject({ loginId: person.loginId });
  await fillCompany(page());
  await finishConfirmed(person);
  await signIn(page(), person);
  await page().waitForURL("**/menu");
});

test("an account whose address was never confirmed, with the draft still there", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  const calls = watchCalls(page());
  await signIn(page(), person);
  await expectStep(page(), "メール認証");
  await enterCode(page(), await local.code(person.email));
  await expectRegistered(page());
  expect(calls.filter((call) => call === "signup")).toHaveLength(1);
});

test("a confirmed account that was never registered, with a half-filled draft", async () => {
  const person = await createConfirmedAccount();
  await page().goto("/");
  await fillCompany(page());
  await signIn(page(), person);
  await greeting().waitFor();
  expect(await valuesOf(page(), Object.keys(shownAnswers))).toEqual(shownAnswers);
  // Somebody else may have agreed.
  for (const consent of consents(page())) await consent.check();
  await finishConfirmed(person);
});

test("a sign-up without a login ID is shown at the sign-in, and registers on consent", async () => {
  await reachAccountStep(page(), newPerson());
  const calls = watchCalls(page());
  const person = await createConfirmedAccount();
  await signIn(page(), person);
  await greeting().waitFor();
  await expectStep(page(), "お客様情報");
  expect(await field(page(), "会社名").inputValue()).toBe(company.corporateName);
  for (const consent of consents(page())) expect(await consent.isChecked()).toBe(false);
  expect(await button(page(), "同意して次へ").isDisabled()).toBe(true);
  for (const consent of consents(page())) await consent.check();
  await finishConfirmed(person);
  expect(calls.filter((call) => call === "signup")).toHaveLength(1);
});

test("another person's unfinished sign-up in this tab is neither sent nor shown", async () => {
  await reachEmailStep(page(), newPerson());
  const calls = watchCalls(page());
  await signIn(page(), await createConfirmedAccount());
  await greeting().waitFor();
  expect(await field(page(), "会社名").inputValue()).toBe("");
  expect(calls).not.toContain("signup");

  await page().evaluate(() => sessionStorage.clear());
  await reachEmailStep(page(), newPerson());
  const person = await createUnconfirmedAccount();
  await signIn(page(), person);
  await expectStep(page(), "メール認証");
  await enterCode(page(), await local.code(person.email));
  await greeting().waitFor();
  expect(await field(page(), "会社名").inputValue()).toBe("");
  expect(calls).not.toContain("signup");
});

test("a code still counts after a reload, and signing in finishes the sign-up", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  await page().reload();
  await expectStep(page(), "メール認証");
  await enterCode(page(), await local.code(person.email));
  await page().waitForURL("**/signin");
  await page().getByText("メールアドレスの確認が完了しました。ログインすると登録が続きます。").waitFor();
  expect(await field(page(), "ログインID").inputValue()).toBe(person.loginId);
  await signInHere(page(), person);
  await expectRegistered(page());
});

test("confirming an account twice says that the address is registered", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  const code = await local.code(person.email);
  await page().reload();
  // In another browser.
  const confirmation = { Username: person.loginId, ConfirmationCode: code };
  expect((await callCognito("ConfirmSignUp", confirmation)).ok).toBe(true);

  await enterCode(page(), code);
  await expectFieldError(
    page(),
    "認証コード",
    "このメールアドレスはすでに登録されています。メールアドレスを変更してやり直してください。",
  );
});
