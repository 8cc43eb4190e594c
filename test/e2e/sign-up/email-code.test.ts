import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { loseOnce, startBrowser } from "../support/browser.ts";
import { confirmEmail, createUnconfirmedAccount, newPerson } from "../support/customer.ts";
import { button, expectAlert, expectFieldError, field, valuesOf } from "../support/elements.ts";
import { local, portalUrl } from "../support/local.ts";
import {
  enterCode,
  expectStep,
  passEmailStep,
  reachEmailStep,
  sendAccount,
  watchCalls,
} from "../support/sign-up.ts";
import { deleteAccount } from "../support/user-pool.ts";

const { page } = startBrowser();
const resend = () => button(page(), "認証コードを再送信");

const lapsed = () => page().getByText(/^認証コードの送信から24時間が過ぎたため、無効になりました。/);
const hours25 = 25 * 60 * 60_000;

/** At step 5, the account was deleted. Returns the code of its mail, and that mail's id. */
async function reachLapsedStep(person: ReturnType<typeof newPerson>) {
  await reachEmailStep(page(), person);
  const first = await local.code(person.email);
  const seen = await local.newestMessageId(person.email);
  await deleteAccount(portalUrl(), person);
  return { first, seen };
}

const passDay = () =>
  page().evaluate((later) => {
    const { now } = Date;
    Object.assign(Date, { now: () => now() + later, real: now });
  }, hours25);

async function submitPassword(password: string): Promise<void> {
  for (const label of ["パスワード", "パスワード（確認）"]) await field(page(), label).fill(password);
  await button(page(), "認証コードを送信").click();
}

test("a sign-up whose code is a day old goes on with another code", async () => {
  const person = newPerson();
  const { first, seen } = await reachLapsedStep(person);
  await passDay();
  await enterCode(page(), first);
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await lapsed().waitFor();
  await resend().click();
  await page().getByText("認証コードを再送信しました。メールをご確認ください。").waitFor();
  await page().evaluate(() => Object.assign(Date, { now: Reflect.get(Date, "real") }));
  await passEmailStep(page(), person, seen);
});

test("a sign-up whose code is a day old needs only its password after a reload", async () => {
  const person = newPerson();
  const { first, seen } = await reachLapsedStep(person);
  await page().evaluate((earlier) => {
    const draft = JSON.parse(sessionStorage.getItem("userDetailInfo") ?? "{}");
    draft.codeSentAt -= earlier;
    sessionStorage.setItem("userDetailInfo", JSON.stringify(draft));
  }, hours25);
  await page().reload();
  await enterCode(page(), first);
  await lapsed().waitFor();
  await expectAccessible(page());
  await resend().click();
  await expectStep(page(), "ログイン情報");
  await page()
    .getByText(/^前回の認証コードの送信から24時間が過ぎたため/)
    .waitFor();
  expect(await valuesOf(page(), ["ログインID", "メールアドレス"])).toEqual({
    ログインID: person.loginId,
    メールアドレス: person.email,
  });
  await submitPassword(person.password);
  await passEmailStep(page(), person, seen);
});

test("a sign-up confirmed in another tab a day ago goes on at the sign-in", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  await confirmEmail(person);
  await passDay();
  await resend().click();
  await page()
    .getByText(/^メールアドレスの確認が完了しました。/)
    .waitFor();
  expect(await field(page(), "ログインID").inputValue()).toBe(person.loginId);
});

test("a login ID that somebody else took within the day is refused, without a mail", async () => {
  const person = newPerson();
  await reachLapsedStep(person);
  const other = { ...newPerson(), loginId: person.loginId, password: "Another-Person-1" };
  await createUnconfirmedAccount(other);
  const seen = await local.newestMessageId(other.email);
  await passDay();
  await resend().click();
  await expectStep(page(), "ログイン情報");
  await submitPassword(person.password);
  await expectFieldError(page(), "ログインID", "すでに存在するユーザ名です。");
  expect(await local.newestMessageId(other.email)).toBe(seen);
});

test("a mistyped address is corrected without typing the rest again", async () => {
  const [typo, person] = [newPerson(), newPerson()];
  const mistyped = { ...person, email: newPerson().email };
  const calls = watchCalls(page());
  await reachEmailStep(page(), typo);
  await button(page(), "戻る").click();
  await sendAccount(page(), mistyped);
  await page().getByText(`${mistyped.email} に届いた認証コードを入力してください。`).waitFor();
  await local.code(mistyped.email);

  await button(page(), "メールアドレスを変更する").focus();
  await page().keyboard.press("Enter");
  await expectStep(page(), "ログイン情報");
  expect(await valuesOf(page(), ["ログインID", "パスワード", "メールアドレス"])).toEqual({
    ログインID: person.loginId,
    パスワード: person.password,
    メールアドレス: mistyped.email,
  });
  await field(page(), "メールアドレス").fill(person.email);
  // The answer is lost after the account is gone.
  await loseOnce(page(), "**/api/sign-up", { after: true });
  await button(page(), "認証コードを送信").click();
  await expectAlert(page(), "サーバーに接続できません");
  await button(page(), "認証コードを送信").click();
  await page().getByText(`${person.email} に届いた認証コードを入力してください。`).waitFor();
  await passEmailStep(page(), person);
  expect(calls.filter((call) => call === "SignUp")).toHaveLength(3);
  expect((await local.messages(mistyped.email)).length).toBe(1);
});
