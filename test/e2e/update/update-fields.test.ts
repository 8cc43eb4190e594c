import { beforeAll, expect, test } from "vitest";
import { messages } from "#shared/messages.ts";
import { phone, routeOnce, startBrowser } from "../support/browser.ts";
import type { Customer } from "../support/customer.ts";
import {
  button,
  expectAlert,
  expectFieldError,
  expectFocus,
  expectStatus,
  field,
  valuesOf,
} from "../support/elements.ts";

import { createStandardCustomer, openUpdate, save, tab, watchUpdates } from "../support/update.ts";
import { keyFile } from "../support/upgrade.ts";

const { page } = startBrowser();

/** These tests save nothing. */
let customer: Customer;
beforeAll(async () => {
  customer = await createStandardCustomer();
});

const heightOfPage = (): Promise<number> => page().evaluate(() => document.documentElement.scrollHeight);
/** Pixels. A field's gap holds the first line of its error. */
const secondLine = 17;

/**
 * Types what each rule refuses, saves, and finds each message at its field, which moves nothing but by a second line.
 * Then the focus goes from one to the next as each is corrected. `refusals` are in the order of the screen.
 */
async function expectRefused(refusals: readonly [label: string, typed: string, message: string][]) {
  const labels = refusals.map(([label]) => label);
  const before = await valuesOf(page(), labels);
  for (const [label, typed] of refusals) await field(page(), label).fill(typed);
  const height = await heightOfPage();
  await save(page());
  for (const [label, , message] of refusals) await expectFieldError(page(), label, message);
  expect(await heightOfPage()).toBeLessThanOrEqual(height + secondLine * refusals.length);
  for (const [index, label] of labels.entries()) {
    await expectFocus(field(page(), label));
    await field(page(), label).fill(before[label] ?? "");
    if (index < labels.length - 1) await page().keyboard.press("Enter");
  }
}

test("a customer sees the wrong fields of each tab, and nothing is sent", async () => {
  await page().setViewportSize(phone);
  await openUpdate(page(), customer);
  const sent = watchUpdates(page());
  await button(page(), "Basic認証パスワードの設定").click();
  expect(await field(page(), "Basic認証パスワード").getAttribute("aria-required")).toBe("true");
  await expectRefused([
    ["会社名", " ", "会社名 は必須です。"],
    ["法人番号", "1234567890123", messages.corporateNumberCheckDigit],
    ["Basic認証ユーザー名", "user@name", messages.basicUserName],
    ["Basic認証パスワード", "1234", messages.basicPassword],
  ]);
  await button(page(), "Basic認証パスワードの設定をやめる").click();
  await field(page(), "都道府県").selectOption("");
  await save(page());
  await expectFieldError(page(), "都道府県", messages.prefectureRequired);
  await field(page(), "都道府県").selectOption({ label: "東京都" });

  await tab(page(), "voice").click();
  await button(page(), "APIシークレットの変更").click();
  await field(page(), "APIシークレット").fill("Secret1234");
  await expectRefused([
    ["アプリケーションID", "0f2b6f0e-7c1d-4a7e-8f50", messages.applicationId],
    ["APIシークレット", "Short12", messages.apiSecret],
    ["着信用Webhook URL", "http://hooks.example.co.jp", messages.webhookUrl],
  ]);
  await button(page(), "APIシークレットの変更をやめる").click();
  await button(page(), "秘密鍵ファイルの変更").click();
  await field(page(), "秘密鍵ファイル").setInputFiles(keyFile("text.key", "hello"));
  await save(page());
  await expectAlert(page(), messages.privateKeyContent);
  await expectFocus(field(page(), "秘密鍵ファイル"));
  await button(page(), "秘密鍵ファイルの変更をやめる").click();
  await save(page());
  await expectStatus(page(), "変更された項目はありません。");

  await tab(page(), "billing").click();
  await expectRefused([
    ["請求先 ご担当者名", " ", "請求先 ご担当者名 は必須です。"],
    ["請求先 電話番号", "03-12-34-56", messages.phone],
    ["請求先 メールアドレス", "billing@example", messages.email],
  ]);
  expect(sent).toEqual([]);
});

test("a customer sees typed text formatted, and cut where the server's limit is", async () => {
  await routeOnce(page(), "**/api/user?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("03-1234-5678", "0312345678") });
  });
  await openUpdate(page(), customer);
  const typed: [label: string, text: string, shown: string][] = [
    ["郵便番号", "5300001", "530-0001"],
    ["団体の電話番号", "0312345678", "03-1234-5678"],
    ["kintoneドメイン", "https://My-Company.cybozu.com/k/", "my-company"],
    ["法人番号", "Ｔ１２３４－５６７８－９０１２３", "1234567890123"],
    ["ご担当者 セイ", "やまだ", "ヤマダ"],
    ["ご担当者 メイ", "ﾊﾅｺ", "ハナコ"],
    ["部署名", "あ".repeat(256), "あ".repeat(255)],
  ];
  await page().getByRole("radio", { name: "個人事業主" }).check();
  await field(page(), "屋号またはお名前").fill("");
  await save(page());
  await expectFieldError(page(), "屋号またはお名前", "屋号またはお名前 は必須です。");
  await page().getByRole("radio", { name: "官公庁・その他団体" }).check();
  await field(page(), "団体名").fill("さくら市");
  for (const [label, text, shown] of typed) {
    await field(page(), label).fill(text);
    await field(page(), label).blur();
    expect(await field(page(), label).inputValue()).toBe(shown);
  }
  // A number that was stored without hyphens is no change.
  await tab(page(), "billing").click();
  expect(await field(page(), "請求先 電話番号").inputValue()).toBe("0312345678");
  expect(await button(page(), "入力を取り消す").count()).toBe(0);
});

test("a customer sees the server's errors at their fields, others above the form", async () => {
  await openUpdate(page(), customer);
  const refuse = (fields: Record<string, string>) =>
    routeOnce(page(), "**/api/user", (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: "bad_request", message: "入力内容を確認してください。", fields } },
      }),
    );
  await field(page(), "市区町村・町名").fill("港区");
  await refuse({ city: "市区町村・町名をご確認ください。", department: "部署名をご確認ください。" });
  await save(page());
  await expectFieldError(page(), "市区町村・町名", "市区町村・町名をご確認ください。");
  await expectFieldError(page(), "部署名", "部署名をご確認ください。");
  await expectFocus(field(page(), "市区町村・町名"));
  await field(page(), "市区町村・町名").fill("新宿区");
  await refuse({ requestId: "?" });
  await save(page());
  await expectAlert(page(), "入力内容を確認してください。");
  expect(await field(page(), "市区町村・町名").inputValue()).toBe("新宿区");
});
