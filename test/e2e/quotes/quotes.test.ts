import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { textOfPdf } from "#test/support/pdf.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { openAs, settled, startBrowser } from "../support/browser.ts";
import { type Customer, createCustomer, postJson, subOf } from "../support/customer.ts";
import { button, expectFocus, field, unfold } from "../support/elements.ts";

import { setQuotedPrice } from "../support/table.ts";
import { expectComplete, expectPlan, goToCheckout, openUpgrade, reachPayment } from "../support/upgrade.ts";

const { page } = startBrowser();

const unfoldForm = (): Promise<void> => unfold(page(), "見積書が必要な方");
const quotes = () => page().getByRole("list", { name: "作成した見積書" }).getByRole("listitem");
const outcome = (text: string | RegExp): Promise<void> =>
  page().getByRole("status").filter({ hasText: text }).waitFor();

/** The words of the PDF that a press downloads. */
async function textOfQuote(on: Page, index: number): Promise<string> {
  const downloaded = on.waitForEvent("download");
  await quotes()
    .nth(index)
    .getByRole("button", { name: /^PDFをダウンロード/ })
    .click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^御見積書_Q\d{8}-[0-9A-F]{8}\.pdf$/);
  return textOfPdf(await readFile(await download.path()));
}

test("a quote on the way to the payment is made once, read as a PDF, and paid", async () => {
  const customer = await reachPayment(page());
  await page().getByRole("main").getByRole("link", { name: "ご契約とお支払い" }).click();
  await button(page(), "見積書が必要な方").waitFor();
  expect(await page().getByRole("button", { name: "見積書を作成" }).count()).toBe(0);
  await unfoldForm();
  await page().getByText("作成した見積書はまだありません。").waitFor();
  const company = await field(page(), "宛名").inputValue();
  expect(company).not.toBe("");

  await field(page(), "宛名").fill("");
  await field(page(), "部署名").fill("あ".repeat(101));
  await field(page(), "宛名").press("Enter");
  await page().getByText("宛名 は必須です。").waitFor();
  await page().getByText("部署名は100文字以内で入力してください。").waitFor();
  await expectFocus(field(page(), "宛名"));

  // Only the server knows the font.
  await field(page(), "宛名").fill(company);
  await field(page(), "部署名").fill("総務部");
  await field(page(), "ご担当者名").fill("花子😀");
  await field(page(), "ご担当者名").press("Enter");
  await page().getByText("見積書に印字できない文字です：😀").waitFor();
  await expectFocus(field(page(), "ご担当者名"));

  // Typed values survive a reload.
  await page().reload();
  await expect.poll(() => field(page(), "部署名").inputValue()).toBe("総務部");
  await settled(page());

  // Typed values survive folding.
  await unfoldForm();
  await unfoldForm();
  await field(page(), "ご担当者名").fill("髙橋 花子");
  await field(page(), "ご利用月数").selectOption("6か月");
  let calls = 0;
  page().on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/quotes")) calls += 1;
  });
  await button(page(), "見積書を作成").dblclick();
  await outcome(/^見積書 Q\d{8}-[0-9A-F]{8} を作成しました。/);
  expect(calls).toBe(1);
  expect(await quotes().count()).toBe(1);
  const shown = await quotes().first().textContent();
  for (const text of [company, "合計（6か月分、税込）66,000円", "有効期限", "有効"])
    expect(shown).toContain(text);
  // The outcome is there an instant before the button may have the focus again.
  await expectFocus(button(page(), "見積書を作成"));
  await button(page(), "閉じる").press("Enter");
  await expectFocus(button(page(), "見積書を作成"));
  const words = await textOfQuote(page(), 0);
  for (const text of [company, "髙橋 花子 様", "¥66,000", "登録番号 T8000000000001"])
    expect(words).toContain(text);

  await button(page(), "アップグレードへ").click();
  await page().getByRole("radio", { name: "請求書払い" }).check();
  await button(page(), "請求書払いで申し込む").click();
  await expectComplete(page());
  await expectPlan(customer, "standard", "invoice");
});

test("a trial customer creates quotes on /contract, past a failure", async () => {
  await openAs(page(), await createCustomer(), "/contract");
  await page().route("**/api/quotes", (route) => route.abort());
  await unfoldForm();
  const unread = page().getByRole("alert").filter({ hasText: "見積書の一覧を読み込めませんでした。" });
  await unread.getByText("通信環境をご確認のうえ").waitFor();
  await field(page(), "ご担当者名").fill("山田 太郎");
  await button(page(), "見積書を作成").click();
  await page().getByRole("alert").getByText("見積書を作成できませんでした。サーバーに接続").waitFor();
  expect(await field(page(), "ご担当者名").inputValue()).toBe("山田 太郎");
  await button(page(), "閉じる").click();

  await page().unroute("**/api/quotes");
  await button(page(), "再試行").click();
  await page().getByText("作成した見積書はまだありません。").waitFor();
  for (const months of ["12か月", "1か月"]) {
    await field(page(), "ご利用月数").selectOption(months);
    await button(page(), "見積書を作成").click();
    await quotes().getByText(`合計（${months}分、税込）`).waitFor();
  }
  expect(await quotes().first().textContent()).toContain("11,000円");

  // A list that cannot be loaded again stays, and says so.
  await page().route("**/api/quotes", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await field(page(), "ご利用月数").selectOption("2か月");
  await button(page(), "見積書を作成").click();
  const stale = page()
    .getByRole("status")
    .filter({ hasText: "最新の情報を表示できていません。サーバーに接続" });
  await stale.waitFor();
  expect(await quotes().count()).toBe(2);
  await button(page(), "閉じる").click();
  await page().unroute("**/api/quotes");
  await button(page(), "再試行").click();
  await quotes().getByText("合計（2か月分、税込）").waitFor();
  expect(await stale.count()).toBe(0);

  await page().route("**/api/quotes/pdf?*", (route) => route.abort(), { times: 1 });
  await quotes()
    .nth(2)
    .getByRole("button", { name: /^PDFをダウンロード/ })
    .click();
  await page().getByRole("alert").getByText("見積書をダウンロードできませんでした。").waitFor();
  expect(await textOfQuote(page(), 2)).toContain("¥132,000");
});

/** A quote at a price that has risen since. Returns its number. */
async function quoteFormerPrice({ idToken }: Customer): Promise<string> {
  const made = await postJson("/api/quotes", { addressee: "株式会社テスト商事", months: 1 }, idToken);
  const { result } = (await made.json()) as { result: { id: string; number: string } };
  const former = { priceId: identifiers.formerStripePriceId, amountYen: 9_900 };
  await setQuotedPrice(subOf(idToken), result.id, former);
  return result.number;
}

test("the upgrade's first step has the price of an open quote", async () => {
  const customer = await createCustomer();
  const number = await quoteFormerPrice(customer);
  await openUpgrade(page(), customer);
  await page().getByText(`見積書 ${number} の単価です`).waitFor();
  await page().getByText("月額 9,900円（税込）").waitFor();
  expect(await page().getByText("11,000円").count()).toBe(0);
});

test("a price that rose since the quote is shown nowhere and not charged", async () => {
  const customer = await reachPayment(page());
  await page().getByText("月額 11,000円（税込）").waitFor();
  const number = await quoteFormerPrice(customer);
  await page().reload();
  await page().getByText(`見積書 ${number} の単価です`).waitFor();
  await page().getByText("月額 9,900円（税込）").waitFor();
  await expectAccessible(page());
  await goToCheckout(page(), "9,900円");
  await page().getByText("9,900").first().waitFor();
  await button(page(), "支払う").click();
  await expectComplete(page());
  await button(page(), "メニューへ").click();
  await page().getByText("月額 9,900円（税込）").waitFor();
});

test("a visitor gets a quote as a PDF, past a lost connection and a reload", async () => {
  await page().goto("/signin");
  await page().getByRole("link", { name: "見積書が必要な方" }).click();
  const make = button(page(), "見積書をダウンロード");
  await make.click();
  await page().getByText("宛名 は必須です。").waitFor();
  await expectFocus(field(page(), "宛名"));
  await field(page(), "宛名").fill("株式会社見積");
  await field(page(), "ご担当者名").fill("花子😀");
  await page().getByLabel("ご利用開始予定月").selectOption({ index: 2 });
  await page().getByLabel("ご利用月数").selectOption("3か月");
  await page().reload();
  await expect.poll(() => field(page(), "宛名").inputValue()).toBe("株式会社見積");
  await make.click();
  await page().getByText("見積書に印字できない文字です：😀").waitFor();
  await field(page(), "ご担当者名").fill("髙橋 花子");
  await page().route("**/api/quotes/public", (route) => route.abort());
  await make.click();
  await page().getByRole("alert").getByText("見積書を作成できませんでした。サーバーに接続").waitFor();
  await page().unroute("**/api/quotes/public");
  const downloaded = page().waitForEvent("download");
  await make.click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^御見積書_Q\d{8}-[0-9A-F]{8}\.pdf$/);
  const words = await textOfPdf(await readFile(await file.path()));
  const month = await page().getByLabel("ご利用開始予定月").locator("option:checked").textContent();
  for (const text of ["株式会社見積", "髙橋 花子 様", "¥33,000", month ?? "?"]) expect(words).toContain(text);
  await outcome("見積書を作成しました。");
  await button(page(), "閉じる").click();
});
