import { test } from "vitest";
import { newPerson, type Person } from "../e2e/support/customer.ts";
import { local } from "../e2e/support/local.ts";
import { answers, shownAnswers, wrongCode } from "../e2e/support/sign-up.ts";
import { startNewSmsHour } from "../e2e/support/sms-limits.ts";
import { inEachBrowser, type Page } from "./support/page.ts";

async function fillCompany(page: Page): Promise<void> {
  await page.open("/");
  await page.fillAll(answers);
  await page.holds("郵便番号", shownAnswers.郵便番号);
  await page.press("「東京都渋谷区渋谷」を入力する");
  await page.choose(/^利用規約 ?および/);
  await page.choose(/^申込者は権利能力を有する/);
}

async function reachSmsStep(page: Page, { phoneNumber }: Person): Promise<void> {
  await startNewSmsHour();
  await fillCompany(page);
  await page.press("同意して次へ");
  await page.fill("ご担当者 携帯電話番号", phoneNumber);
  await page.press("認証コードを送信");
  await page.seesTitle("SMS認証");
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.fill("認証コード", code);
  await page.press("認証する");
}

inEachBrowser((page) => {
  test("a visitor signs up, gets the key by mail, signs in and sees the menu", async () => {
    const person = newPerson();
    const { loginId, password, email, phoneNumber } = person;
    await reachSmsStep(page(), person);
    await enterCode(page(), await local.code(phoneNumber));
    await page().seesTitle("ログイン情報");
    await page().fillAll({ ログインID: loginId, パスワード: password, "パスワード（確認）": password });
    await page().fill("メールアドレス", email);
    await page().press("認証コードを送信");
    await page().seesTitle("メール認証");
    await enterCode(page(), await local.code(email));
    await page().seesTitle("登録が完了しました");
    await page().press("ログイン");
    await page().signIn(person);
    await page().isAt("/menu");
    await page().seesTitle("メニュー");
  });

  test("a mistyped code is refused at its field; after a reload the right one counts", async () => {
    const person = newPerson();
    await reachSmsStep(page(), person);
    const code = await local.code(person.phoneNumber);
    await enterCode(page(), wrongCode(code));
    await page().seesAlert("認証に失敗しました。");
    await page().reload();
    await enterCode(page(), code);
    await page().seesTitle("ログイン情報");
  });
});
