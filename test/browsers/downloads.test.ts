import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { textOfPdf } from "#test/support/pdf.ts";
import { createCustomer } from "../e2e/support/customer.ts";
import { inEachBrowser } from "./support/page.ts";

inEachBrowser((page) => {
  test("a customer downloads the plugin from the menu, with the hash on the screen", async () => {
    await page().openAs(await createCustomer(), "/menu");
    await page().press("プラグインダウンロード");
    await page().follow(/^plugin\.zipをダウンロード/);
    const bytes = await page().download(/^plugin\.zip$/);
    await page().sees(createHash("sha256").update(bytes).digest("hex"));
  });

  test("a visitor gets a quote as a PDF", async () => {
    await page().open("/signin");
    await page().follow("見積書が必要な方");
    await page().seesTitle("見積書の作成");
    await page().press("見積書をダウンロード");
    await page().seesAlert("宛名 は必須です。");
    await page().fill("宛名", "株式会社見積");
    await page().fill("ご担当者名", "髙橋 花子");
    await page().press("見積書をダウンロード");
    const words = await textOfPdf(await page().download(/^御見積書_Q\d{8}-[0-9A-F]{8}\.pdf$/));
    expect(words).toContain("髙橋 花子 様");
  });
});
