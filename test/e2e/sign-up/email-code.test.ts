import { describe, expect, test } from "vitest";
import { letResendWaitPass } from "../support/account-change.ts";
import { expectAccessible, loseOnce, startBrowser } from "../support/browser.ts";
import { confirmEmail, createUnconfirmedAccount, newPerson } from "../support/customer.ts";
import { local, portalUrl } from "../support/local.ts";
import {
  button,
  enterCode,
  expectFieldError,
  expectFocus,
  expectRegistered,
  expectStep,
  field,
  fillAccount,
  reachEmailStep,
  valuesOf,
  watchCalls,
  wrongCode,
} from "../support/sign-up.ts";
import { deleteAccount } from "../support/user-pool.ts";

const { page } = startBrowser();
const resend = () => button(page(), "認証コードを再送信");
const countdown = () => page().getByText(/^\d+秒後に再送信できます$/);

test("a wrong code, a resend that fails, then a new code that replaces the old one", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  await page().getByText(`${person.email} に届いた認証コードをご入力ください。`).waitFor();
  const first = await local.code(person.email);
  const seen = await local.newestMessageId(person.email);
  await enterCode(page(), wrongCode(first));
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await expectFocus(field(page(), "認証コード"));

  await countdown().waitFor();
  expect(await resend().isDisabled()).toBe(true);
  await letResendWaitPass(page());
  expect(await countdown().count()).toBe(0);
  await local.fault({ service: "cognito", operation: "ResendConfirmationCode", status: 500, times: 10 });
  await resend().click();
  await page().getByRole("alert").getByText("再送信に失敗しました。", { exact: true }).waitFor();
  await local.clearFaults();
  expect(await resend().isEnabled()).toBe(true);
  await resend().click();
  await page()
    .getByRole("status")
    .getByText("認証コードを再送信しました。メールをご確認ください。")
    .waitFor();
  await countdown().waitFor();
  expect(await resend().isDisabled()).toBe(true);

  const second = await local.code(person.email, seen);
  await enterCode(page(), first === second ? wrongCode(second) : first);
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await page().getByText("最後に届いたメールの認証コードをご入力ください。").waitFor();
  await enterCode(page(), second);
  await expectRegistered(page());
});

describe("a registration whose last code is more than a day old", () => {
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

  test("is made again by another code while the password is known", async () => {
    const person = newPerson();
    const { first, seen } = await reachLapsedStep(person);
    await passDay();
    await enterCode(page(), first);
    await expectFieldError(page(), "認証コード", "認証に失敗しました。");
    await lapsed().waitFor();
    await resend().click();
    await page().getByText("認証コードを再送信しました。メールをご確認ください。").waitFor();
    await page().evaluate(() => Object.assign(Date, { now: Reflect.get(Date, "real") }));
    await enterCode(page(), await local.code(person.email, seen));
    await expectRegistered(page());
  });

  test("is made again by its password after a reload, and nothing else is typed again", async () => {
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
    await expectStep(page(), "メール認証");
    await enterCode(page(), await local.code(person.email, seen));
    await expectRegistered(page());
  });

  test("was confirmed in another tab: the way goes on at the sign-in", async () => {
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

  test("leaves an account of somebody else alone, who has taken the login ID since then", async () => {
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
});

test("a mistyped address is corrected with another login ID on the way back, or under the same one, and nothing is typed again", async () => {
  const [typo, person] = [newPerson(), newPerson()];
  const mistyped = { ...person, email: newPerson().email };
  const calls = watchCalls(page());
  await reachEmailStep(page(), typo);
  await button(page(), "戻る").click();
  await fillAccount(page(), mistyped);
  await button(page(), "認証コードを送信").click();
  await page().getByText(`${mistyped.email} に届いた認証コードをご入力ください。`).waitFor();
  await local.code(mistyped.email);

  await expectAccessible(page());
  await button(page(), "メールアドレスを修正する").focus();
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
  await page().getByRole("alert").getByText("サーバーに接続できません").waitFor();
  await button(page(), "認証コードを送信").click();
  await page().getByText(`${person.email} に届いた認証コードをご入力ください。`).waitFor();
  await enterCode(page(), await local.code(person.email));
  await expectRegistered(page());
  expect(calls.filter((call) => call === "SignUp")).toHaveLength(3);
  expect((await local.messages(mistyped.email)).length).toBe(1);
});
