import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { heading } from "../support/elements.ts";
import { consents } from "../support/sign-up.ts";

const { page, context } = startBrowser();

const pages = {
  利用規約: "terms",
  プライバシーポリシー: "privacy",
  特定商取引法に基づく表記: "commercial-transactions",
  お問い合わせ: "contact",
};

async function expectCompanyBelow(): Promise<void> {
  const footer = page().getByRole("contentinfo");
  await footer.getByText("株式会社サンプル電話").waitFor();
  for (const [name, address] of Object.entries(pages)) {
    const link = footer.getByRole("link", { name, exact: true });
    expect(await link.getAttribute("href")).toBe(`/__local/company/${address}`);
  }
}

test("screens end with the company's pages; reading the terms gives no consent", async () => {
  await page().goto("/error");
  const contact = page().getByRole("main").getByRole("link", { name: "お問い合わせください" });
  expect(await contact.getAttribute("href")).toBe("/__local/company/contact");
  await expectCompanyBelow();
  await page().getByRole("button", { name: "ログイン画面へ" }).click();
  await heading(page(), "ログイン").waitFor();
  await expectCompanyBelow();
  await page().getByRole("link", { name: "新規登録はこちら" }).click();
  await heading(page(), "新規登録").waitFor();
  await expectCompanyBelow();

  const [terms] = consents(page());
  const opened = context().waitForEvent("page");
  await page().getByRole("main").getByRole("link", { name: "利用規約" }).click();
  await (await opened).getByRole("heading", { name: "利用規約" }).waitFor();
  expect(await terms?.isChecked()).toBe(false);
});
