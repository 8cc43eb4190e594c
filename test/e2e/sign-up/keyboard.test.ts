import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, expectFocus, field } from "../support/elements.ts";
import { tabTo as tabOf } from "../support/keyboard.ts";
import { local } from "../support/local.ts";
import { answers, consents, expectRegistered, expectStep } from "../support/sign-up.ts";

const { page } = startBrowser();
const press = (key: string): Promise<void> => page().keyboard.press(key);
const type = (text: string): Promise<void> => page().keyboard.type(text);

const tabTo = (target: Locator): Promise<void> => tabOf(page(), target);
async function fillByKeyboard(texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(field(page(), label));
    await type(text);
  }
}

test("Tab, Space, Enter and the arrow keys are enough to sign up", async () => {
  const person = newPerson();
  const { 会社名, 郵便番号, ...rest } = answers;
  await page().goto("/");
  await expectStep(page(), "お客様情報");
  await tabTo(page().getByRole("radio", { name: "法人" }));
  await press("ArrowRight");
  await expectFocus(page().getByRole("radio", { name: "個人事業主" }));
  await fillByKeyboard({ 屋号またはお名前: 会社名, 郵便番号 });
  // The postcode has chosen 東京都.
  await expect.poll(() => field(page(), "都道府県").inputValue()).toBe("13");
  await tabTo(field(page(), "都道府県"));
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) await press(key);
  await fillByKeyboard(rest);
  for (const consent of consents(page())) {
    await tabTo(consent);
    await press("Space");
  }
  await tabTo(button(page(), "同意して次へ"));
  await press("Enter");

  await expectStep(page(), "電話番号");
  await expectFocus(page().getByRole("heading", { level: 2 }));
  const draft = JSON.parse((await page().evaluate(() => sessionStorage.getItem("userDetailInfo"))) ?? "");
  expect(draft.company).toMatchObject({ customerKbn: 1, prefecture: 13, postalCode: "150-0002" });
  await fillByKeyboard({ "ご担当者 携帯電話番号": person.phoneNumber.replaceAll("-", "") });
  await press("Enter");

  await expectStep(page(), "SMS認証");
  await expectFocus(page().getByRole("heading", { level: 2 }));
  await tabTo(button(page(), "戻る"));
  await press("Space");
  await expectStep(page(), "電話番号");
  await tabTo(button(page(), "認証コードを送信"));
  await press("Space");
  await expectStep(page(), "SMS認証");
  await fillByKeyboard({ 認証コード: await local.code(person.phoneNumber) });
  await tabTo(button(page(), "認証する"));
  await press("Space");

  await expectStep(page(), "ログイン情報");
  await fillByKeyboard({ ログインID: person.loginId, パスワード: person.password });
  await tabTo(button(page(), "入力した文字を表示"));
  await press("Space");
  await expect.poll(() => field(page(), "パスワード").getAttribute("type")).toBe("text");
  await press("Enter");
  await expect.poll(() => field(page(), "パスワード").getAttribute("type")).toBe("password");
  await fillByKeyboard({ "パスワード（確認）": person.password, メールアドレス: person.email });
  await press("Enter");

  await expectStep(page(), "メール認証");
  await expectFocus(page().getByRole("heading", { level: 2 }));
  await fillByKeyboard({ 認証コード: await local.code(person.email) });
  await press("Enter");
  await expectRegistered(page());
  await expectFocus(page().getByRole("heading", { level: 1 }));
  await tabTo(button(page(), "ログイン"));
  await press("Enter");
  await page().waitForURL("**/signin");
});
