/** The way to a purchase by keyboard on a phone, as a sole proprietor: the other journeys' customers are companies. */
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { company } from "#test/support/company.ts";
import { textOfPdf } from "#test/support/pdf.ts";
import { phone, startBrowser } from "../support/browser.ts";
import { getApi } from "../support/customer.ts";
import { button, expectFocus, field } from "../support/elements.ts";
import { tabTo } from "../support/keyboard.ts";

import { expectComplete, expectPlan, expectStep, reachPayment } from "../support/upgrade.ts";

const { page } = startBrowser(phone);

async function press(target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page(), target);
  await page().keyboard.press(key);
}

async function type(label: string, text: string): Promise<void> {
  await tabTo(page(), page().getByRole("textbox", { name: label }));
  await page().keyboard.type(text);
}

test("a quote, what accounting wants, the invoice and the contract", async () => {
  const customer = await reachPayment(page(), 1);
  await press(page().getByRole("main").getByRole("link", { name: "ご契約とお支払い" }));
  await press(button(page(), "見積書が必要な方"));
  await expect.poll(() => field(page(), "宛名").inputValue()).toBe(company.corporateName);
  await press(button(page(), "見積書を作成"));
  await page()
    .getByRole("status")
    .filter({ hasText: /^見積書 Q\S+ を作成しました。/ })
    .waitFor();
  await press(button(page(), "閉じる"));
  const download = page().waitForEvent("download");
  await press(page().getByRole("button", { name: /^PDFをダウンロード/ }));
  const pdf = await readFile(await (await download).path());
  expect(await textOfPdf(pdf)).toContain(`${company.corporateName} 様`);
  await press(button(page(), "アップグレードへ"));
  await expectStep(page(), 2);

  await press(page().getByRole("radio").first(), "ArrowDown");
  await expectFocus(page().getByRole("radio", { name: "請求書払い" }));
  await press(page().getByRole("button", { name: "請求書の記載事項" }));
  await type("部署名", "総務部");
  await type("請求書の控えの送付先（CC）", `cc-${customer.email}`);
  await page().setViewportSize(phone);
  await press(button(page(), "請求書払いで申し込む"));
  await expectComplete(page());
  await expectPlan(customer, "standard", "invoice");

  await page().goto("/contract");
  await page().getByText("部署名: 総務部").waitFor();
  await page().setViewportSize(phone);
  const { result } = await (await getApi("/api/contract", customer.idToken)).json();
  expect(result.invoiceFields).toMatchObject({ department: "総務部", ccAddresses: `cc-${customer.email}` });
});
