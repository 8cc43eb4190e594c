import { expect, test } from "vitest";
import { startBrowser } from "./support/browser.ts";
import { newPerson } from "./support/customer.ts";
import { local } from "./support/local.ts";
import {
  button,
  enterCode,
  expectErrorPage,
  expectFieldError,
  expectFocus,
  expectStep,
  field,
  reachSmsStep,
  sendSms,
  watchCalls,
  wrongCode,
} from "./support/sign-up.ts";
import { letSmsWaitPass } from "./support/sms-limits.ts";

const { page } = startBrowser();

test("a wrong code is told at its field, and the right one still works", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  await page().getByText(`${person.phoneNumber} にSMSで届いた認証コードをご入力ください。`).waitFor();
  const code = await local.code(person.phoneNumber);

  await enterCode(page(), wrongCode(code));
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await expectFocus(field(page(), "認証コード"));

  await enterCode(page(), code);
  await expectStep(page(), "ログイン情報");
});

test("after three wrong codes a new one has to be sent, after the wait that the server asks for", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  const code = await local.code(person.phoneNumber);
  const advice = page().getByText("認証コードの有効期限が切れています。もう一度コードを送信してください。");
  for (const attempt of [1, 2, 3]) {
    await enterCode(page(), wrongCode(code));
    await expectFieldError(page(), "認証コード", "認証に失敗しました。");
    expect(await advice.count()).toBe(attempt === 3 ? 1 : 0);
  }
  await enterCode(page(), code);
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await advice.waitFor();

  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  expect(await field(page(), "ご担当者 携帯電話番号").inputValue()).toBe(person.phoneNumber);
  await button(page(), "認証コードを送信").click();
  await expectErrorPage(page());
  await page()
    .getByText(/^認証コードは送信済みです。再送信は\d+秒後にお試しください。$/)
    .waitFor();
  await button(page(), "戻る").click();
  await page().getByRole("link", { name: "新規登録はこちら" }).click();
  await expectStep(page(), "電話番号");

  await letSmsWaitPass(person.phoneNumber);
  const seen = await local.newestMessageId(person.phoneNumber);
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  await enterCode(page(), await local.code(person.phoneNumber, seen));
  await expectStep(page(), "ログイン情報");
});

test("going back and on again uses the code that is under way; another number gets one of its own", async () => {
  const [first, second] = [newPerson(), newPerson()];
  const calls = watchCalls(page());
  await reachSmsStep(page(), first);
  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  expect(calls).toEqual(["send"]);

  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await sendSms(page(), second);
  await expectStep(page(), "SMS認証");
  expect(calls).toEqual(["send", "send"]);
  await enterCode(page(), await local.code(second.phoneNumber));
  await expectStep(page(), "ログイン情報");
});

test("a verified number stays verified when its step is visited again", async () => {
  const person = newPerson();
  const calls = watchCalls(page());
  await reachSmsStep(page(), person);
  await enterCode(page(), await local.code(person.phoneNumber));
  await expectStep(page(), "ログイン情報");
  await button(page(), "戻る").click();
  await page().getByText("この携帯電話番号は確認済みです。").waitFor();
  await button(page(), "次へ").click();
  await expectStep(page(), "ログイン情報");
  expect(calls).toEqual(["send", "check"]);
});
