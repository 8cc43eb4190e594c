import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, expectFieldError, expectFocus, expectStatus, field } from "../support/elements.ts";
import {
  consents,
  expectStep,
  fillAccount,
  fillCompany,
  reachAccountStep,
  sendSms,
  watchCalls,
} from "../support/sign-up.ts";

const { page } = startBrowser();

/** The first wrong field has the focus, and the number of wrong fields is read out. */
async function expectFirstWrong(label: string, message: string, count: number): Promise<void> {
  await expectStatus(page(), `${count}件の項目をご確認ください。`);
  await expectFieldError(page(), label, message);
  await expectFocus(field(page(), label));
}

test("a visitor needs both consents, and sees each wrong field of company and phone", async () => {
  await page().goto("/");
  const register = button(page(), "同意して次へ");
  expect(await register.isDisabled()).toBe(true);
  for (const optIn of [/^サービスに関する/, /^イベント・キャンペーン/]) {
    expect(await page().getByRole("checkbox", { name: optIn }).isChecked()).toBe(true);
  }
  const [terms, business] = consents(page());
  await terms?.check();
  expect(await register.isDisabled()).toBe(true);
  await business?.check();
  expect(await register.isEnabled()).toBe(true);
  await terms?.uncheck();
  expect(await register.isDisabled()).toBe(true);
  await terms?.check();

  await register.click();
  await expectFirstWrong("会社名", "会社名 は必須です。", 8);
  await expectFieldError(page(), "都道府県", "都道府県を選択してください。");
  const required = [
    "郵便番号",
    "市区町村・町名",
    "番地・建物名",
    "ご担当者 姓",
    "ご担当者 名",
    "kintoneドメイン",
  ];
  for (const label of required) await expectFieldError(page(), label, `${label} は必須です。`);
  await fillCompany(page());
  await field(page(), "郵便番号").fill("150");
  await register.click();
  await expectFirstWrong("郵便番号", "半角数字とハイフンの8文字で入力してください。（例：123-4567）", 1);
  await field(page(), "郵便番号").fill("1500002");
  expect(await field(page(), "郵便番号").getAttribute("aria-invalid")).toBe("false");
  await register.click();
  await expectStep(page(), "電話番号");

  const calls = watchCalls(page());
  await sendSms(page(), { ...newPerson(), phoneNumber: "03-1234-5678" });
  await expectFirstWrong("ご担当者 携帯電話番号", "携帯電話番号ではありません。", 1);
  expect(calls).toEqual([]);
});

test("a visitor sees each wrong field of the account, and no account is created", async () => {
  const person = newPerson();
  await reachAccountStep(page(), person);
  const calls = watchCalls(page());
  const send = button(page(), "認証コードを送信");
  await send.click();
  await expectFirstWrong("ログインID", "ログインID は必須です。", 4);
  for (const label of ["パスワード", "パスワード（確認）", "メールアドレス"]) {
    await expectFieldError(page(), label, `${label} は必須です。`);
  }

  await fillAccount(page(), { ...person, loginId: "sato.taro", email: "sato@example" });
  await send.click();
  await expectFirstWrong("ログインID", "ログインIDは半角英数字で入力してください。記号は使えません。", 2);
  await expectFieldError(page(), "メールアドレス", "メールアドレスの形式が正しくありません。");
  // Full-width letters are folded. A password is what was typed.
  await fillAccount(page(), { ...person, loginId: "Ｓａｔｏ2026", password: " Ｓａｔｏ2026 " });
  await send.click();
  await expectFirstWrong("パスワード", "パスワードは10文字以上です。", 1);
  expect(await field(page(), "ログインID").inputValue()).toBe("Sato2026");
  expect(await field(page(), "パスワード").inputValue()).toBe(" Ｓａｔｏ2026 ");
  expect(calls).toEqual([]);
});
