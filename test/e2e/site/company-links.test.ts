import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { consents } from "../support/sign-up.ts";

const { page, context } = startBrowser();

const pages = {
  利用規約: "terms",
  プライバシーポリシー: "privacy",
  特定商取引法に基づく表記: "commercial-transactions",
  お問い合わせ: "contact",
};

test("every screen ends with the company's name and its pages", async () => {
  for (const path of ["/signin", "/", "/error"]) {
    await page().goto(path);
    const footer = page().getByRole("contentinfo");
    await footer.getByText("株式会社サンプル電話").waitFor();
    for (const [name, address] of Object.entries(pages)) {
      const link = footer.getByRole("link", { name, exact: true });
      expect(await link.getAttribute("href")).toBe(`/__local/company/${address}`);
    }
  }
});

test("the terms open in a new tab, and the consent is not given by it", async () => {
  await page().goto("/");
  const [terms] = consents(page());
  const opened = context().waitForEvent("page");
  await page().getByRole("main").getByRole("link", { name: "利用規約" }).click();
  await (await opened).getByRole("heading", { name: "利用規約" }).waitFor();
  expect(await terms?.isChecked()).toBe(false);
});

test("the error page leads to the company", async () => {
  await page().goto("/error");
  const link = page().getByRole("main").getByRole("link", { name: "お問い合わせください" });
  expect(await link.getAttribute("href")).toBe("/__local/company/contact");
});
