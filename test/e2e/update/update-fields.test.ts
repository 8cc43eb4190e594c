import { beforeAll, expect, test } from "vitest";
import { messages } from "#shared/messages.ts";
import { phone, routeOnce, startBrowser } from "../support/browser.ts";
import type { Customer } from "../support/customer.ts";
import { button, expectFieldError, expectFocus, field, valuesOf } from "../support/sign-up.ts";
import { createStandardCustomer, openUpdate, save, tab, watchUpdates } from "../support/update.ts";
import { keyFile } from "../support/upgrade.ts";

const { page } = startBrowser();

/** These tests save nothing. */
let customer: Customer;
beforeAll(async () => {
  customer = await createStandardCustomer();
});

type Row = readonly [label: string, typed: string, message: string];

const isMarkedRequired = async (label: string): Promise<boolean> =>
  (await field(page(), label).getAttribute("aria-required")) === "true";
const required = (label: string): Row => [label, " ", `${label} は必須です。`];

/** Specification section 5, field by field, as the first tab has it. */
const userInfo: readonly Row[] = [
  required("会社名"),
  ["法人番号", "123", messages.corporateNumber],
  ["法人番号", "1234567890123", messages.corporateNumberCheckDigit],
  ["会社電話番号", "03-1234-", messages.phone],
  required("郵便番号"),
  ["郵便番号", "123", messages.postalCode],
  ...["市区町村", "番地・建物名", "ご担当者 姓", "ご担当者 名", "kintoneドメイン"].map(required),
  ["kintoneドメイン", "my_company", messages.kintoneDomain],
  ["Basic認証ユーザー名", "a".repeat(128), messages.basicUserName],
  ["Basic認証ユーザー名", "user@name", messages.basicUserName],
  ["Basic認証パスワード", "1234", messages.basicPassword],
  ["Basic認証パスワード", "a".repeat(65), messages.basicPassword],
  ["Basic認証パスワード", "パスワード", messages.basicPassword],
];

const voice: readonly Row[] = [
  required("アプリケーションID"),
  ["アプリケーションID", "0f2b6f0e-7c1d-4a7e-8f50", messages.applicationId],
  ["アプリケーションID", "0f2b6f0e7c1d-4a7e-8f50-0d2f3c1b9a77a", messages.applicationId],
  required("APIキー"),
  ["APIキー", "a1b2c3d", messages.apiKey],
  ["APIキー", "a1b2c3d4e", messages.apiKey],
  ["APIシークレット", "Short12", messages.apiSecret],
  ["APIシークレット", "nocapitals1", messages.apiSecret],
  ["APIシークレット", "NODIGITSorlower", messages.apiSecret],
  ["APIシークレット", `Aa1${"x".repeat(23)}`, messages.apiSecret],
  ["着信用Webhook URL", "http://hooks.example.co.jp", messages.webhookUrl],
  ["着信用Webhook URL", "https://127.0.0.1/hook", messages.webhookUrl],
];

const billing: readonly Row[] = [
  ...["請求先 ご担当者名", "請求先 電話番号", "請求先 メールアドレス"].map(required),
  ["請求先 電話番号", "03-12-34-56", messages.phone],
  ["請求先 メールアドレス", "billing@example", messages.email],
];

const heightOfPage = (): Promise<number> => page().evaluate(() => document.documentElement.scrollHeight);

/** The rows by rounds: each round has a field once. */
function roundsOf(rows: readonly Row[]): Row[][] {
  const rounds: Row[][] = [];
  for (const row of rows) {
    const round = rounds.find((each) => each.every(([label]) => label !== row[0]));
    if (round) round.push(row);
    else rounds.push([row]);
  }
  return rounds;
}

/** Pixels. A field's gap holds the first line of its error. */
const secondLine = 17;

/**
 * Types what a round refuses, submits, and finds each sentence at its field, which moves nothing but by a second line. Then the focus goes from one
 * to the next as each is corrected. `rows` are in the order of the screen.
 */
async function expectRefused(rows: readonly Row[]): Promise<void> {
  for (const round of roundsOf(rows)) {
    const before = await valuesOf(
      page(),
      round.map(([label]) => label),
    );
    for (const [label, typed] of round) await field(page(), label).fill(typed);
    const height = await heightOfPage();
    await save(page());
    for (const [label, , message] of round) await expectFieldError(page(), label, message);
    expect(await heightOfPage()).toBeLessThanOrEqual(height + secondLine * round.length);
    for (const [index, [label]] of round.entries()) {
      await expectFocus(field(page(), label));
      await field(page(), label).fill(before[label] ?? "");
      if (index < round.length - 1) await page().keyboard.press("Enter");
    }
  }
}

test("each rule of the three tabs shows its message at its field, and nothing is sent", async () => {
  await page().setViewportSize(phone);
  await openUpdate(page(), customer);
  const sent = watchUpdates(page());
  await button(page(), "Basic認証パスワードの設定").click();
  expect(await isMarkedRequired("Basic認証パスワード")).toBe(true);
  await expectRefused([required("Basic認証パスワード")]);
  await field(page(), "Basic認証パスワード").fill("Secret-12");
  await expectRefused(userInfo);
  await field(page(), "都道府県").selectOption("");
  await save(page());
  await expectFieldError(page(), "都道府県", messages.prefectureRequired);
  await field(page(), "都道府県").selectOption({ label: "東京都" });

  await tab(page(), "voice").click();
  await button(page(), "APIシークレットの変更").click();
  expect(await isMarkedRequired("APIシークレット")).toBe(true);
  await expectRefused([required("APIシークレット")]);
  await field(page(), "APIシークレット").fill("Secret1234");
  await expectRefused(voice);

  await tab(page(), "billing").click();
  await expectRefused(billing);
  expect(sent).toEqual([]);
});

test("text is formatted while it is typed, and cut where no server would take it", async () => {
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
});

test("an invalid key file is refused with the reason, and the stored key is kept", async () => {
  await openUpdate(page(), customer);
  await tab(page(), "voice").click();
  const sent = watchUpdates(page());
  await button(page(), "秘密鍵ファイルの変更").click();
  const useless: [file: ReturnType<typeof keyFile>, message: string][] = [
    [keyFile("customer.pem"), messages.privateKey],
    [keyFile("empty.key", ""), "選択したファイルの中身が空です。"],
    [keyFile("binary.key", Uint8Array.of(0xff, 0xfe, 0x00)), "秘密鍵のエンコードに失敗しました"],
    [keyFile("text.key", "hello"), messages.privateKeyContent],
    [keyFile("large.key", "k".repeat(40_000)), "ファイルが大きすぎます。"],
  ];
  for (const [file, message] of useless) {
    await field(page(), "秘密鍵ファイル").setInputFiles(file);
    await save(page());
    await page().getByRole("alert").filter({ hasText: message }).waitFor();
    await expectFocus(field(page(), "秘密鍵ファイル"));
  }
  await page().evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  });
  await field(page(), "秘密鍵ファイル").setInputFiles(keyFile());
  await save(page());
  await page().getByRole("alert").filter({ hasText: "秘密鍵の読み込みに失敗しました" }).waitFor();

  await button(page(), "秘密鍵ファイルの変更をやめる").click();
  await save(page());
  await page().getByRole("status").getByText("変更された項目はありません。").waitFor();
  expect(sent).toEqual([]);
});

test("errors of the server are shown at their field, others above the form", async () => {
  await openUpdate(page(), customer);
  const refuse = (fields: Record<string, string>) =>
    routeOnce(page(), "**/api/user", (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: "bad_request", message: "入力内容を確認してください。", fields } },
      }),
    );
  await field(page(), "市区町村").fill("港区");
  await refuse({ city: "市区町村をご確認ください。", department: "部署名をご確認ください。" });
  await save(page());
  await expectFieldError(page(), "市区町村", "市区町村をご確認ください。");
  await expectFieldError(page(), "部署名", "部署名をご確認ください。");
  await expectFocus(field(page(), "市区町村"));
  await field(page(), "市区町村").fill("新宿区");
  await refuse({ requestId: "?" });
  await save(page());
  await page().getByRole("alert").getByText("入力内容を確認してください。").waitFor();
  expect(await field(page(), "市区町村").inputValue()).toBe("新宿区");
});
