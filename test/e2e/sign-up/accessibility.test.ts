import { test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  enterCode,
  expectFieldError,
  expectStep,
  fillAccount,
  reachPhoneStep,
  sendSms,
  wrongCode,
} from "../support/sign-up.ts";

const browser = startBrowser();

test("the steps of sign-up are accessible on a phone and on a desk, with and without errors", async () => {
  const page = browser.page();
  const person = newPerson();
  await reachPhoneStep(page);
  await button(page, "認証コードを送信").click();
  await expectFieldError(page, "ご担当者 携帯電話番号", "ご担当者 携帯電話番号 は必須です。");
  await expectAccessibleAtBothWidths(page);

  await sendSms(page, person);
  await expectStep(page, "SMS認証");
  await expectAccessibleAtBothWidths(page);
  const code = await local.code(person.phoneNumber);
  await enterCode(page, wrongCode(code));
  await expectFieldError(page, "認証コード", "認証に失敗しました。");
  await expectAccessibleAtBothWidths(page);
  await enterCode(page, code);

  await expectStep(page, "ログイン情報");
  await button(page, "認証コードを送信").click();
  await expectFieldError(page, "ログインID", "ログインID は必須です。");
  await expectAccessibleAtBothWidths(page);
  await fillAccount(page, person);
  await button(page, "認証コードを送信").click();

  await expectStep(page, "メール認証");
  await enterCode(page, "000000");
  await expectFieldError(page, "認証コード", "認証に失敗しました。");
  await expectAccessibleAtBothWidths(page);
});
