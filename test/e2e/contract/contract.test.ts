import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { company } from "#test/support/company.ts";
import { textOfPdf } from "#test/support/pdf.ts";
import { holdRequests, navigateTo, openAs, phone, startBrowser } from "../support/browser.ts";
import {
  comeBack,
  contractOf,
  createSubscriber,
  invoices,
  lateNotice,
  openContract,
  passTime,
} from "../support/contract.ts";
import { createCustomer } from "../support/customer.ts";
import { button, expectFocus, field } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page, context } = startBrowser();

test("a trial customer reads about this screen, with a link to the upgrade", async () => {
  await openAs(page(), await createCustomer());
  await navigateTo(page(), "ご契約とお支払い");
  await page().getByText("トライアルプラン", { exact: true }).waitFor();
  expect(await invoices(page()).count()).toBe(0);
  await button(page(), "アップグレードへ").click();
  await page().waitForURL("**/upgrade");
});

/** Texts of the invoices that break across two lines: an amount, a number, a state. */
const brokenAmounts = (): Promise<string[]> =>
  invoices(page()).evaluate((region) =>
    [...region.querySelectorAll("*")]
      .filter(({ childElementCount }) => childElementCount === 0)
      .filter((element) => /^(?:[\d,]+円|[A-Z\d]+-\d+|お支払い済み)/.test(element.textContent ?? ""))
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((element) => element.textContent ?? ""),
  );

test("a card customer sees contract, card and invoices; a long year is asked for", async () => {
  const customer = await createSubscriber("card");
  for (let month = 1; month <= 12; month += 1) await passTime(customer, "period_ended");
  await page().route("**/api/invoices?*", (route) => route.abort());
  await openContract(page(), customer);
  await page()
    .getByRole("alert")
    .getByText(/^\d{4}年の請求書を読み込めませんでした。/)
    .waitFor();
  await page().unroute("**/api/invoices?*");
  await button(page(), "再試行").click();
  const rows = invoices(page()).getByRole("row");
  await expect.poll(() => rows.count()).toBe(1 + 13);
  const main = page().getByRole("main");
  for (const text of [
    "利用中",
    "月額 11,000円（税込、うち消費税 1,000円）",
    /^Visa（末尾 4242、有効期限 \d{4}年12月）$/,
    "billing@example.co.jp",
    "請求書のPDFは、インボイス制度の適格請求書としてお使いいただけます（登録番号：T8000000000001）。",
  ]) {
    await main.getByText(text, { exact: true }).waitFor();
  }
  await field(page(), "発行年").selectOption("すべて");
  await expect.poll(() => rows.count()).toBe(1 + 12);
  await button(page(), "以前の請求書を表示").press("Enter");
  await expect.poll(() => rows.count()).toBe(1 + 13);
  // The button is gone: the keyboard goes on at the first invoice that it brought.
  await expectFocus(rows.last());
  const [newest] = (await contractOf(customer)).invoices ?? [];
  const newestRow = invoices(page()).getByRole("row").nth(1);
  expect(await newestRow.getByRole("link", { name: "PDF" }).getAttribute("href")).toBe(newest?.pdfUrl);
  const receiptButton = newestRow.getByRole("button", { name: /^領収書/ });
  const [receipt] = await Promise.all([page().waitForEvent("download"), receiptButton.click()]);
  expect(receipt.suggestedFilename()).toContain(`_${newest?.number}_11000円_領収書.pdf`);
  expect(await textOfPdf(await readFile(await receipt.path()))).toContain(`${company.corporateName} 御中`);
  await page().route("**/api/invoices?receipt=*", (route) => route.abort());
  await receiptButton.click();
  await page().getByRole("alert").getByText("領収書をダウンロードできませんでした。サーバーに接続").waitFor();
  await page().unroute("**/api/invoices?receipt=*");
  await button(page(), "閉じる").click();
  for (const width of [640, 1024, 1200]) {
    await page().setViewportSize({ width, height: 900 });
    await expect.poll(brokenAmounts).toEqual([]);
  }
  await page().setViewportSize(phone);
  await invoices(page()).getByRole("listitem").first().getByText("お支払い済み").waitFor();
  await main.getByRole("link", { name: "請求先を変更する" }).click();
  await page().getByLabel("請求先 メールアドレス").waitFor();
});

test("paper has the contract with the company's name, and no link or button", async () => {
  const customer = await createSubscriber("card");
  await openContract(page(), customer);
  const main = page().getByRole("main");
  const name = main.getByText(company.corporateName);
  await name.waitFor({ state: "attached" });
  expect(await name.isVisible()).toBe(false);
  await page().emulateMedia({ media: "print" });
  for (const part of ["banner", "contentinfo", "navigation", "button", "link", "combobox"] as const)
    expect(await page().getByRole(part).count(), part).toBe(0);
  for (const text of [company.corporateName, "月額 11,000円（税込、うち消費税 1,000円）", "お支払い済み"])
    expect(await main.getByText(text).isVisible(), text).toBe(true);
  const looks = main.locator("*").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return `${color} on ${backgroundColor}`;
      }),
  );
  expect([...new Set(await looks)]).toEqual(["rgb(0, 0, 0) on rgba(0, 0, 0, 0)"]);
});

test("an invoice customer sees the due date; the menu names a late one until paid", async () => {
  const customer = await createSubscriber("invoice");
  await openContract(page(), customer);
  await page().getByText("発行された請求書はまだありません。").waitFor();
  await page().getByText("請求書払い（銀行振込）", { exact: true }).waitFor();
  await passTime(customer, "overdue");
  await comeBack(page());
  await page().getByRole("region", { name: "ご契約の状態" }).getByText("お支払い未確認").waitFor();
  await lateNotice(page())
    .getByText(/^お支払い期限（\d{4}年\d+月\d+日）\u2060を過ぎています/)
    .waitFor();
  await button(page(), "メニューに戻る").click();
  const [paying] = await Promise.all([
    context().waitForEvent("page"),
    lateNotice(page())
      .getByRole("link", { name: /を支払う$/ })
      .click(),
  ]);
  await paying.getByText("T8000000000001").waitFor();
  await button(paying, "振り込みを済ませる").click();
  await paying.getByText("お支払い済み").waitFor();
  await paying.close();
  // Without a reload: somebody may have paid elsewhere.
  await expect.poll(() => lateNotice(page()).count()).toBe(0);
});

test("a skeleton shows the wait, a sentence the failure, and trying again helps", async () => {
  const customer = await createSubscriber("card");
  const letGo = await holdRequests(page(), "**/api/contract", (route) => route.abort());
  await openAs(page(), customer, "/contract");
  await page().getByRole("status", { name: "ご契約の情報を読み込んでいます" }).waitFor();
  letGo();
  const alert = page().getByRole("alert").filter({ hasText: "ご契約の情報を読み込めませんでした。" });
  await alert.getByText("通信環境をご確認のうえ").waitFor();
  await page().unroute("**/api/contract");

  // The record is shown without invoices.
  await local.fault({ service: "stripe", status: 500, times: 2 });
  await button(page(), "再試行").click();
  await page().getByText("決済サービス（Stripe）に接続できないため、請求書を表示できません。").waitFor();
  // Whether something is owed is unknown then.
  await page().getByText("ただいまお支払いの状況を確認できません。").waitFor();
  expect(await page().getByText("お手続きの必要はありません。").count()).toBe(0);
  await page().getByText("月額 11,000円").waitFor();
  expect(await invoices(page()).getByRole("table").count()).toBe(0);
  await button(page(), "再試行").click();
  await invoices(page()).getByText("お支払い済み").waitFor();
  await page().getByText("利用中").waitFor();
});
