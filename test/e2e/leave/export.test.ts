import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { customerLabels } from "#shared/customer/customer-field-views.ts";
import { navigateTo, openAs, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { heading } from "../support/elements.ts";

const { page, context } = startBrowser();

const button = () => page().getByRole("button", { name: "データをダウンロード" });

test("a customer downloads everything that the portal holds, and reads it", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer);
  await navigateTo(page(), "データのダウンロードと退会");
  await page().route("**/api/export", (route) => route.abort(), { times: 1 });
  await button().click();
  await page().getByRole("alert").getByText("データをダウンロードできませんでした。サーバーに接続").waitFor();

  const downloaded = page().waitForEvent("download");
  await button().click();
  const download = await downloaded;
  await page().getByText("ダウンロードしました。個人情報が含まれます").waitFor();
  expect(download.suggestedFilename()).toMatch(/^customer-data-.*\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const { profile, account, secrets } = JSON.parse(strFromU8(files["customer.json"] ?? new Uint8Array()));
  expect([profile.customerId, account.userName, secrets.licenceKey]).toEqual([
    customer.customerId,
    customer.loginId,
    "set",
  ]);

  // The portal's own page would not let the file's style in.
  const reader = await context().newPage();
  await reader.setContent(strFromU8(files["index.html"] ?? new Uint8Array()));
  await heading(reader, "お客様のデータ").waitFor();
  const row = (name: string) => reader.getByRole("row").filter({ hasText: name });
  expect(await row(customerLabels.chargePhoneNumber).textContent()).toContain(customer.phoneNumber);
  expect(await row("ライセンスキー").textContent()).toContain("設定済み");
  // In words, and without the browser that is only registered.
  expect(await row("プラン").textContent()).toContain("トライアルプラン");
  expect(await row("信頼済みのブラウザー").textContent()).toContain("0台");
});
