import { expect, test } from "vitest";
import { holdCalls, letResendWaitPass, pressAgainAndAgain } from "../support/account-change.ts";
import { startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  expectRegistered,
  expectStep,
  field,
  fillAccount,
  fillCompany,
  watchCalls,
} from "../support/sign-up.ts";

const { page } = startBrowser();

test("pressing a button again and again does everything once", async () => {
  const person = newPerson();
  await page().goto("/");
  const calls = watchCalls(page());
  await fillCompany(page());
  await button(page(), "同意して次へ").dblclick();
  await expectStep(page(), "電話番号");

  await field(page(), "ご担当者 携帯電話番号").fill(person.phoneNumber);
  await pressAgainAndAgain(page(), "認証コードを送信", "ご担当者 携帯電話番号");
  await expectStep(page(), "SMS認証");
  // On the way back, too, a double click is one step.
  await button(page(), "戻る").dblclick();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  expect(calls).toEqual(["send"]);

  await field(page(), "認証コード").fill(await local.code(person.phoneNumber));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await expectStep(page(), "ログイン情報");
  expect(calls.splice(0)).toEqual(["send", "check"]);

  await fillAccount(page(), person);
  await pressAgainAndAgain(page(), "認証コードを送信", "メールアドレス");
  await expectStep(page(), "メール認証");
  expect(calls.splice(0)).toEqual(["SignUp"]);

  const seen = await local.newestMessageId(person.email);
  await letResendWaitPass(page());
  const resend = button(page(), "認証コードを再送信");
  const letGo = await holdCalls(page());
  await resend.dblclick();
  await resend.click({ force: true });
  letGo();
  await page().getByText("認証コードを再送信しました。メールをご確認ください。").waitFor();
  expect(calls.splice(0)).toEqual(["ResendConfirmationCode"]);

  await field(page(), "認証コード").fill(await local.code(person.email, seen));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await expectRegistered(page());
  expect(calls.filter((call) => ["ConfirmSignUp", "InitiateAuth", "signup"].includes(call))).toEqual([
    "ConfirmSignUp",
    "InitiateAuth",
    "signup",
  ]);
  expect(await local.messages(person.phoneNumber)).toHaveLength(1);
  // Two codes and the authentication key.
  expect(await local.messages(person.email)).toHaveLength(3);
});
