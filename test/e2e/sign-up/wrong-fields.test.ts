import { expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  consents,
  enterCode,
  expectFieldError,
  expectFocus,
  expectStep,
  field,
  fillAccount,
  fillCompany,
  reachAccountStep,
  sendSms,
  watchCalls,
  wrongCode,
} from "../support/sign-up.ts";

const { page } = startBrowser();

/** The first wrong field has the focus, and the number of wrong fields is read out. */
async function expectFirstWrong(label: string, message: string, count: number): Promise<void> {
  await page().getByRole("status").getByText(`${count}件の項目をご確認ください。`).waitFor();
  await expectFieldError(page(), label, message);
  await expectFocus(field(page(), label));
}

test("steps 1 to 3: the button needs both consents, then every missing or wrong field shows an error", async () => {
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
  const required = ["郵便番号", "市区町村", "番地・建物名", "ご担当者 姓", "ご担当者 名", "kintoneドメイン"];
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
  const label = "ご担当者 携帯電話番号";
  await button(page(), "認証コードを送信").click();
  await expectFirstWrong(label, "ご担当者 携帯電話番号 は必須です。", 1);
  await expectAccessibleAtBothWidths(page());
  await field(page(), label).fill("090-12");
  await button(page(), "認証コードを送信").click();
  await expectFirstWrong(
    label,
    "半角数字とハイフンで入力してください。（例：090-XXXX-YYYY、03-XXXX-YYYY）",
    1,
  );
  await field(page(), label).fill("03-1234-5678");
  await button(page(), "認証コードを送信").click();
  await expectFirstWrong(label, "携帯電話番号ではありません。", 1);
  expect(calls).toEqual([]);

  const person = newPerson();
  await sendSms(page(), person);
  await expectStep(page(), "SMS認証");
  await expectAccessibleAtBothWidths(page());
  await enterCode(page(), "  ");
  await expectFirstWrong("認証コード", "認証コード は必須です。", 1);
  expect(calls).toEqual(["send"]);
  await enterCode(page(), wrongCode(await local.code(person.phoneNumber)));
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await expectAccessibleAtBothWidths(page());
});

test("steps 4 and 5: account and code", async () => {
  const person = newPerson();
  await reachAccountStep(page(), person);
  const calls = watchCalls(page());
  const send = button(page(), "認証コードを送信");
  await send.click();
  await expectFirstWrong("ログインID", "ログインID は必須です。", 4);
  for (const label of ["パスワード", "パスワード（確認）", "メールアドレス"]) {
    await expectFieldError(page(), label, `${label} は必須です。`);
  }
  await expectAccessibleAtBothWidths(page());

  await fillAccount(page(), { ...person, loginId: "sato.taro", email: "sato@example" });
  await send.click();
  await expectFirstWrong("ログインID", "ログインIDは半角英数字で入力してください。", 2);
  await expectFieldError(page(), "メールアドレス", "メールアドレスの形式が正しくありません。");

  const wrongPasswords: [password: string, message: string][] = [
    ["Short-1", "パスワードは10文字以上です。"],
    ["nocapitals-2026", "パスワードは10文字以上です。"],
    ["LoginId2026", "ログインIDと同じものは使用できません。"],
  ];
  for (const [password, message] of wrongPasswords) {
    await fillAccount(page(), { ...person, loginId: "LoginId2026", password });
    await send.click();
    await expectFirstWrong("パスワード", message, 1);
  }
  await fillAccount(page(), person);
  await field(page(), "パスワード（確認）").fill(`${person.password}x`);
  await send.click();
  await expectFirstWrong("パスワード（確認）", "パスワードが一致しません。", 1);
  expect(calls).toEqual([]);

  await fillAccount(page(), person);
  await send.click();
  await expectStep(page(), "メール認証");
  await button(page(), "認証する").click();
  await expectFirstWrong("認証コード", "認証コード は必須です。", 1);
  expect(await local.messages(person.email)).toHaveLength(1);
  expect(calls).toEqual(["SignUp"]);
  await enterCode(page(), "000000");
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await expectAccessibleAtBothWidths(page());
});
