import { expect, test } from "vitest";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { getApi } from "../support/customer.ts";
import { button, expectFocus, fadedIn } from "../support/elements.ts";
import { local } from "../support/local.ts";

import {
  billingContact,
  expectComplete,
  expectPlan,
  expectStep,
  goToCheckout,
  planOf,
  reachPayment,
} from "../support/upgrade.ts";

const { page } = startBrowser();
const choose = () => page().getByRole("radio", { name: "請求書払い" }).check();
const apply = () => button(page(), "請求書払いで申し込む");

test("three clicks apply once by invoice, and trial becomes standard", async () => {
  const customer = await reachPayment(page());
  await page()
    .getByText(/^請求書の発行日から30日以内に、銀行振込でお支払いください/)
    .waitFor();
  await choose();
  for (const text of Object.values(billingContact)) await page().getByText(text, { exact: true }).waitFor();
  expect(await planOf(customer)).toEqual(["trial", ""]);
  let calls = 0;
  page().on("request", (request) => {
    if (request.url().includes("/api/payment/subscription")) calls += 1;
  });
  await apply().evaluate((element) => {
    for (const _ of [1, 2, 3]) if (element instanceof HTMLElement) element.click();
  });
  await expectComplete(page());
  const announced = `請求書を ${billingContact["請求先 メールアドレス"]} にお送りします。届きましたら、発行日から30日後の`;
  await page().getByText(announced).waitFor();
  await page().getByRole("main").getByRole("link", { name: "ご契約とお支払い" }).click();
  await page().getByRole("region", { name: "ご契約の状態" }).getByText(announced).waitFor();
  expect(calls).toBe(1);
  await expectPlan(customer, "standard", "invoice");
  expect(await sessionStorageOf(page())).toMatchObject({ plan: "standard", paymentType: "invoice" });
  await page().goto("/upgrade");
  await page().getByText("すでにスタンダードプランをご利用いただいているため").waitFor();
  await button(page(), "メニューへ").click();
  await page().waitForURL("**/menu");
  await expect
    .poll(
      async () => (await local.messages(customer.email)).filter(({ text }) => text.includes("請求書")).length,
    )
    .toBe(1);
});

test("an application by invoice after the card's page survives a lost connection", async () => {
  const customer = await reachPayment(page());
  await goToCheckout(page());
  const checkoutUrl = page().url();
  await button(page(), "戻る（キャンセル）").click();
  await expectStep(page(), 2);
  await button(page(), "キャンセル").click();
  await page().waitForURL("**/menu");
  await button(page(), "アップグレード").click();
  await expectStep(page(), 2);
  await button(page(), "戻る").click();
  await expectStep(page(), 1);
  await button(page(), "次へ").click();
  await expectStep(page(), 2);

  await choose();
  await page().route("**/api/payment/subscription", (route) => route.abort());
  await apply().click();
  await page().getByRole("alert").filter({ hasText: "サーバーに接続できませんでした" }).waitFor();
  await page().unroute("**/api/payment/subscription");
  await apply().click();
  await expectComplete(page());
  await expectPlan(customer, "standard", "invoice");
  await page().goto(checkoutUrl);
  await page().getByText("有効期限が切れています").first().waitFor();
  expect(await button(page(), "支払う").count()).toBe(0);
});

test("the first invoice's texts are typed by keyboard, and survive a reload", async () => {
  const customer = await reachPayment(page());
  await choose();
  const folded = page().getByRole("button", { name: "請求書の記載事項" });
  await folded.focus();
  await page().keyboard.press("Enter");
  // Chromium may move the caret of a field that is still unfolding.
  await page().evaluate(fadedIn);
  const addressee = page().getByRole("textbox", { name: "宛名" });
  await addressee.fill("電".repeat(101));
  await page().keyboard.press("Tab");
  await page().keyboard.type("総務部");
  await page().keyboard.press("Tab");
  await page().keyboard.type("PO-2026-7");
  await page().keyboard.press("Tab");
  await page().keyboard.type("keiri@example.co.jp");
  const expectRefused = async (): Promise<void> => {
    await apply().click();
    await page().getByRole("alert").filter({ hasText: "宛名は100文字以内で入力してください。" }).waitFor();
    await expectFocus(addressee);
  };
  await expectRefused();
  await folded.click();
  await addressee.waitFor({ state: "hidden" });
  await expectRefused();
  expect(await planOf(customer)).toEqual(["trial", ""]);

  await addressee.fill("電話市役所 総務課 御中");
  await page().getByRole("radio", { name: "請求書払い" }).check();
  await page().reload();
  await expect.poll(() => page().getByRole("radio", { name: "請求書払い" }).isChecked()).toBe(true);
  await choose();
  await expect.poll(() => addressee.inputValue()).toBe("電話市役所 総務課 御中");
  await folded.click();
  await addressee.waitFor({ state: "hidden" });
  for (const text of [
    "宛名: 電話市役所 総務課 御中",
    "部署名: 総務部",
    "発注番号: PO-2026-7",
    "（CC）: keiri@example.co.jp",
  ])
    await page().getByText(text).waitFor();
  await apply().click();
  await expectComplete(page());
  const { result } = await (await getApi("/api/contract", customer.idToken)).json();
  expect(result.invoiceFields).toEqual({
    addressee: "電話市役所 総務課 御中",
    department: "総務部",
    orderNumber: "PO-2026-7",
    ccAddresses: "keiri@example.co.jp",
  });
});
