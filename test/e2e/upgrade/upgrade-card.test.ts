import { describe, expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { portalStorageOf, settled, startBrowser } from "../support/browser.ts";
import { button, pathOf, valuesOf } from "../support/elements.ts";
import { local } from "../support/local.ts";

import {
  billingContact,
  decideCheckout,
  expectComplete,
  expectPlan,
  expectStep,
  goToCheckout,
  planOf,
  reachPayment,
} from "../support/upgrade.ts";

const { page, context } = startBrowser();

describe("by card", () => {
  test("the return page says that Stripe is settling; then trial becomes standard", async () => {
    const customer = await reachPayment(page());
    await page().getByText("月額 11,000円（税込）").waitFor();
    await page().getByText("うち消費税（10%） 1,000円").waitFor();
    const { sessionId, returnPath } = await goToCheckout(page());
    expect(returnPath).toMatch(/^\/upgrade\/payment\?uuid=[A-Za-z0-9]{15}$/);
    await page().getByText("￥11,000").or(page().getByText("¥11,000")).first().waitFor();
    await button(page(), "3Dセキュア認証待ち").click();
    await page()
      .getByRole("status")
      .filter({ hasText: "決済サービスからの確定の連絡を待っています" })
      .waitFor();
    await expectAccessible(page());
    await decideCheckout(sessionId, { outcome: "paid" });
    await expectComplete(page());
    await expectPlan(customer, "standard", "card");
    const { idToken: _, ...stored } = await portalStorageOf(page());
    expect(stored).toEqual({
      loginId: customer.loginId,
      customerId: customer.customerId,
      plan: "standard",
      paymentType: "card",
    });
    await button(page(), "メニューへ").click();
    await page().waitForURL("**/menu");
    const upgrade = button(page(), "アップグレード");
    expect(await upgrade.getAttribute("aria-disabled")).toBe("true");
    const { messages } = local;
    await expect
      .poll(
        async () =>
          (await messages(customer.email)).filter(({ text }) => text.includes("スタンダード")).length,
      )
      .toBe(1);
  });

  test("three clicks open one page; cancelling keeps all, a declined card tries again", async () => {
    const customer = await reachPayment(page());
    let calls = 0;
    page().on("request", (request) => {
      if (request.url().includes("/api/payment/checkout-session")) calls += 1;
    });
    await button(page(), "11,000円を支払う").evaluate((element) => {
      for (const _ of [1, 2, 3]) if (element instanceof HTMLElement) element.click();
    });
    await button(page(), "支払う").waitFor();
    expect(calls).toBe(1);
    const opened = pathOf(page());

    await button(page(), "戻る（キャンセル）").click();
    await expectStep(page(), 2);
    expect(pathOf(page())).toBe("/upgrade");
    expect(await planOf(customer)).toEqual(["trial", ""]);
    const { sessionId } = await goToCheckout(page());
    expect(opened).toBe(`/c/pay/${sessionId}`);
    await page().goBack();
    await expectStep(page(), 2);
    await page().getByRole("radio", { name: "請求書払い" }).check();
    await button(page(), "請求先を変更する").click();
    await expectStep(page(), 1);
    expect(await valuesOf(page(), Object.keys(billingContact))).toEqual(billingContact);
    await button(page(), "次へ").click();
    await expectStep(page(), 2);
    expect(await page().getByRole("radio", { name: "請求書払い" }).isChecked()).toBe(true);
    await page().getByRole("radio", { name: "クレジットカード" }).check();

    await goToCheckout(page());
    await button(page(), "カードが拒否された").click();
    await page().getByRole("alert").waitFor();
    expect(await planOf(customer)).toEqual(["trial", ""]);
    await button(page(), "支払う").click();
    await expectComplete(page());
    await expectPlan(customer, "standard", "card");
  });
});

describe("a lost browser or webhook", () => {
  test("a closed tab: the page explained it after 30 seconds, and the webhook upgrades", async () => {
    const customer = await reachPayment(page());
    const { sessionId } = await goToCheckout(page());
    await page().clock.install();
    await button(page(), "3Dセキュア認証待ち").click();
    await page().getByRole("status").filter({ hasText: "確定の連絡を待っています" }).waitFor();
    const notice = page().getByText("アップグレードは自動で完了し、メールでお知らせします");
    // One call after the other, each two seconds after the last one's answer. A call under way would reach its own limit.
    await expect
      .poll(async () => {
        await settled(page());
        await page().clock.fastForward(2_000);
        return notice.count();
      })
      .toBe(1);
    await expectAccessible(page());
    await button(page(), "メニューへ").click();
    await page().waitForURL("**/menu");
    await page().close();
    await decideCheckout(sessionId, { outcome: "paid" });
    await expectPlan(customer, "standard", "card");
  });

  test("no webhook: the return page offers to try again, and alone upgrades", async () => {
    const customer = await reachPayment(page());
    const { sessionId, returnPath } = await goToCheckout(page());
    await decideCheckout(sessionId, { outcome: "paid", webhook: false });
    await page().route("**/api/payment/subscription", (route) => route.abort());
    await page().goto(returnPath);
    await page().getByRole("alert").filter({ hasText: "サーバーに接続できませんでした" }).waitFor();
    await page().unroute("**/api/payment/subscription");
    await button(page(), "再試行").click();
    await expectComplete(page());
    expect(await planOf(customer)).toEqual(["standard", "card"]);
  });
});

test("a second tab gets the same session, and whichever returns is recognised", async () => {
  const customer = await reachPayment(page());
  const [second] = await Promise.all([
    context().waitForEvent("page"),
    page().evaluate(() => void window.open("/upgrade")),
  ]);
  await expectStep(second, 2);
  const first = await goToCheckout(page());
  expect(await goToCheckout(second)).toEqual(first);
  await button(second, "支払う").click();
  await expectComplete(second);
  await expectPlan(customer, "standard", "card");
});
