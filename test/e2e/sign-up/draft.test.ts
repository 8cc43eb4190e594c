import { expect, test } from "vitest";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  consents,
  enterCode,
  expectRegistered,
  expectStep,
  field,
  fillAccount,
  fillCompany,
  sendSms,
  shownAnswers,
  titles,
  valuesOf,
  walkToPhoneStep,
} from "../support/sign-up.ts";

const { page } = startBrowser();
const labels = Object.keys(shownAnswers);

test("a reload at any step keeps everything but passwords", async () => {
  const person = newPerson();
  await page().goto("/");
  await fillCompany(page());
  await page()
    .getByRole("checkbox", { name: /^イベント・キャンペーン/ })
    .uncheck();
  await page().getByText("アンケート（任意）").click();
  await page().getByLabel("役職").selectOption({ label: "一般社員" });
  await page().reload();
  await expect.poll(() => valuesOf(page(), labels)).toEqual(shownAnswers);
  const events = page().getByRole("checkbox", { name: /^イベント・キャンペーン/ });
  await expect.poll(() => events.isChecked()).toBe(false);
  expect(await page().getByLabel("役職").locator("option:checked").textContent()).toBe("一般社員");
  for (const consent of consents(page())) expect(await consent.isChecked()).toBe(true);
  await button(page(), "同意して次へ").click();

  await expectStep(page(), "電話番号");
  await field(page(), "ご担当者 携帯電話番号").fill(person.phoneNumber);
  await page().reload();
  await expect.poll(() => field(page(), "ご担当者 携帯電話番号").inputValue()).toBe(person.phoneNumber);
  await button(page(), "認証コードを送信").click();

  await expectStep(page(), "SMS認証");
  await page().reload();
  await expectStep(page(), "SMS認証");
  await enterCode(page(), await local.code(person.phoneNumber));

  await expectStep(page(), "ログイン情報");
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
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(person.password);
  await fillAccount(page(), person);
  await button(page(), "認証コードを送信").click();

  await expectStep(page(), "メール認証");
  await page().reload();
  await expectStep(page(), "メール認証");
  await page().getByText(`${person.email} に届いた認証コードをご入力ください。`).waitFor();
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(person.password);
});

test("the browser's back and forward and the way back lead through every step, and the way on needs nothing twice", async () => {
  const person = newPerson();
  await walkToPhoneStep(page());
  await sendSms(page(), person);
  await expectStep(page(), "SMS認証");
  await enterCode(page(), await local.code(person.phoneNumber));
  await expectStep(page(), "ログイン情報");
  await fillAccount(page(), person);
  await button(page(), "認証コードを送信").click();
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
  await button(page(), "次へ").click();
  await expectStep(page(), "ログイン情報");
  await fillAccount(page(), person);
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "メール認証");
  await enterCode(page(), await local.code(person.email));
  await expectRegistered(page());
});

test("leaving the first step half-filled loses nothing", async () => {
  await page().goto("/");
  await page().getByRole("radio", { name: "官公庁・その他団体" }).check();
  await field(page(), "団体名").fill("さくら市役所");
  await field(page(), "郵便番号").pressSequentially("1500");
  await page().getByRole("button", { name: "ログイン" }).click();
  await page().waitForURL("**/signin");
  await page().getByRole("link", { name: "新規登録はこちら" }).click();

  await expectStep(page(), "お客様情報");
  expect(await page().getByRole("radio", { name: "官公庁・その他団体" }).isChecked()).toBe(true);
  expect(await valuesOf(page(), ["団体名", "郵便番号", "市区町村"])).toEqual({
    団体名: "さくら市役所",
    郵便番号: "150-0",
    市区町村: "",
  });
});
