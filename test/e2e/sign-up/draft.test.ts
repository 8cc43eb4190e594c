import { expect, test } from "vitest";
import { holdCalls, letResendWaitPass, pressAgainAndAgain } from "../support/account-change.ts";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, expectStatus, field, valuesOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import {
  consents,
  expectRegistered,
  expectStep,
  fillAccount,
  fillCompany,
  passEmailStep,
  passSmsStep,
  sendAccount,
  sendSms,
  shownAnswers,
  titles,
  walkToPhoneStep,
  watchCalls,
} from "../support/sign-up.ts";

const { page } = startBrowser();
const labels = Object.keys(shownAnswers);

test("a visitor who reloads each step and presses each button again signs up once", async () => {
  const person = newPerson();
  const calls = watchCalls(page());
  const events = page().getByRole("checkbox", { name: /^イベント・キャンペーン/ });
  await page().goto("/");
  await fillCompany(page());
  await events.uncheck();
  await page().getByText("アンケート（任意）").click();
  await page().getByLabel("役職").selectOption({ label: "一般社員" });
  await page().reload();
  await expect.poll(() => valuesOf(page(), labels)).toEqual(shownAnswers);
  await expect.poll(() => events.isChecked()).toBe(false);
  expect(await page().getByLabel("役職").locator("option:checked").textContent()).toBe("一般社員");
  for (const consent of consents(page())) expect(await consent.isChecked()).toBe(true);
  await button(page(), "同意して次へ").dblclick();

  const phoneNumber = field(page(), "ご担当者 携帯電話番号");
  await expectStep(page(), "電話番号");
  await phoneNumber.fill(person.phoneNumber);
  await page().reload();
  await expect.poll(() => phoneNumber.inputValue()).toBe(person.phoneNumber);
  await pressAgainAndAgain(page(), "認証コードを送信", "ご担当者 携帯電話番号");
  await expectStep(page(), "SMS認証");
  // On the way back, too, a double click is one step.
  await button(page(), "戻る").dblclick();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  expect(calls.splice(0)).toEqual(["send"]);
  await page().reload();
  await expectStep(page(), "SMS認証");
  await field(page(), "認証コード").fill(await local.code(person.phoneNumber));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await expectStep(page(), "ログイン情報");
  expect(calls.splice(0)).toEqual(["check"]);

  await fillAccount(page(), person);
  await page().reload();
  await expect
    .poll(() => valuesOf(page(), ["ログインID", "パスワード", "パスワード（確認）", "メールアドレス"]))
    .toEqual({
      ログインID: person.loginId,
      パスワード: "",
      "パスワード（確認）": "",
      メールアドレス: person.email,
    });
  await fillAccount(page(), person);
  await pressAgainAndAgain(page(), "認証コードを送信", "メールアドレス");
  await page().getByText(`${person.email} に届いた認証コードを入力してください。`).waitFor();
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(person.password);
  expect(calls.splice(0)).toEqual(["SignUp"]);

  const seen = await local.newestMessageId(person.email);
  await letResendWaitPass(page());
  const resend = button(page(), "認証コードを再送信");
  const letGo = await holdCalls(page());
  await resend.dblclick();
  await resend.click({ force: true });
  letGo();
  await expectStatus(page(), "認証コードを再送信しました。メールをご確認ください。");
  expect(calls.splice(0)).toEqual(["ResendConfirmationCode"]);
  await field(page(), "認証コード").fill(await local.code(person.email, seen));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await expectRegistered(page());
  const last = ["ConfirmSignUp", "InitiateAuth", "signup"];
  expect(calls.filter((call) => last.includes(call))).toEqual(last);
  expect(await local.messages(person.phoneNumber)).toHaveLength(1);
  // Two codes and the authentication key.
  expect(await local.messages(person.email)).toHaveLength(3);
});

test("Back and Forward lead through every step; only another number gets another code", async () => {
  const [first, person] = [newPerson(), newPerson()];
  const calls = watchCalls(page());
  await walkToPhoneStep(page());
  await sendSms(page(), first);
  await expectStep(page(), "SMS認証");
  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  expect(calls).toEqual(["send"]);
  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await sendSms(page(), person);
  await passSmsStep(page(), person);
  await expectStep(page(), "ログイン情報");
  await sendAccount(page(), person);
  await expectStep(page(), "メール認証");
  for (const title of titles.slice(0, 4).reverse()) {
    await page().goBack();
    await expectStep(page(), title);
  }
  for (const title of titles.slice(1)) {
    await page().goForward();
    await expectStep(page(), title);
  }
  for (const title of titles.slice(0, 4).reverse()) {
    await button(page(), "戻る").click();
    await expectStep(page(), title);
  }
  expect(await button(page(), "戻る").count()).toBe(0);
  expect(await valuesOf(page(), labels)).toEqual(shownAnswers);

  await button(page(), "同意して次へ").click();
  await button(page(), "認証コードを送信").click();
  await page().getByText("この携帯電話番号は確認済みです。").waitFor();
  await button(page(), "次へ").click();
  await expectStep(page(), "ログイン情報");
  expect(calls.filter((call) => /^(?:send|check)$/.test(call))).toEqual(["send", "send", "check"]);
  await sendAccount(page(), person);
  await passEmailStep(page(), person);
});

test("a half-filled first step is still there after a visit to the sign-in", async () => {
  await page().goto("/");
  await page().getByRole("radio", { name: "官公庁・その他団体" }).check();
  await field(page(), "団体名").fill("さくら市役所");
  await field(page(), "郵便番号").pressSequentially("1500");
  await page().getByRole("button", { name: "ログイン" }).click();
  await page().waitForURL("**/signin");
  await page().getByRole("link", { name: "新規登録はこちら" }).click();

  await expectStep(page(), "お客様情報");
  expect(await page().getByRole("radio", { name: "官公庁・その他団体" }).isChecked()).toBe(true);
  expect(await valuesOf(page(), ["団体名", "郵便番号", "市区町村・町名"])).toEqual({
    団体名: "さくら市役所",
    郵便番号: "150-0",
    "市区町村・町名": "",
  });
});
