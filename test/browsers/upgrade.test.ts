import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { apiSecret, keyText } from "../e2e/support/credentials.ts";
import { type Customer, createCustomer } from "../e2e/support/customer.ts";
import { billingContact, expectPlan, titles, voiceProvider } from "../e2e/support/upgrade.ts";
import { inEachBrowser, type Page } from "./support/page.ts";

const keyFile = join(temporaryFolder(), "customer.key");
writeFileSync(keyFile, keyText);

async function reachPayment(page: Page): Promise<Customer> {
  const customer = await createCustomer();
  await page.openAs(customer, "/menu");
  await page.press("アップグレード");
  await page.fillAll({ ...voiceProvider, APIシークレット: apiSecret });
  await page.upload(/^秘密鍵ファイル/, keyFile);
  await page.press("次へ");
  await page.seesTitle(titles[1]);
  await page.fillAll(billingContact);
  await page.press("次へ");
  await page.seesTitle(titles[2]);
  return customer;
}

inEachBrowser((page) => {
  test("a customer upgrades by invoice", async () => {
    const customer = await reachPayment(page());
    await page().choose("請求書払い");
    await page().press("請求書払いで申し込む");
    await page().seesTitle("アップグレードが完了しました");
    await expectPlan(customer, "standard", "invoice");
  });

  test("a customer upgrades by card, on the payment provider's page", async () => {
    const customer = await reachPayment(page());
    await page().press("11,000円を支払う");
    await page().press("支払う");
    await page().seesTitle("アップグレードが完了しました");
    await expectPlan(customer, "standard", "card");
  });
});
