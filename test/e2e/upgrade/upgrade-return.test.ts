import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { button, expectErrorPage } from "../support/elements.ts";

import {
  expectComplete,
  expectPlan,
  expectStep,
  goToCheckout,
  planOf,
  reachPayment,
} from "../support/upgrade.ts";

const { page } = startBrowser();

/** The calls of `/upgrade/payment`. */
function countAsks(): () => number {
  let asks = 0;
  page().on("request", (request) => {
    if (request.url().includes("/api/payment/subscription")) asks += 1;
  });
  return () => asks;
}

test("a wrong or used uuid leads to /error, and an unpaid one back to the choice", async () => {
  const customer = await reachPayment(page());
  const asks = countAsks();
  await goToCheckout(page());
  for (const query of ["", "?uuid=", "?uuid=AAAAAbbbbb12345"]) {
    await page().goto(`/upgrade/payment${query}`);
    await expectErrorPage(page());
    await page().getByText("もう一度お支払いいただく必要はありません。").waitFor();
    expect(await page().getByText("最初からやり直してください。").count()).toBe(0);
    const stored = await sessionStorageOf(page());
    expect(stored.uuid).toBeUndefined();
    expect(stored.loginId).toBe(customer.loginId);
    // As on the way to the provider's page.
    await page().evaluate(() => sessionStorage.setItem("uuid", "CCCCCddddd67890"));
  }
  await page().goto("/upgrade");
  await expectStep(page(), 2);
  expect(asks()).toBe(0);
  expect(await planOf(customer)).toEqual(["trial", ""]);

  const { returnPath } = await goToCheckout(page());
  await page().goto(returnPath);
  await expectStep(page(), 2);
  await page().getByRole("alert").filter({ hasText: "お支払いが完了していません" }).waitFor();
  await expectAccessible(page());
  expect(await planOf(customer)).toEqual(["trial", ""]);

  await goToCheckout(page());
  await button(page(), "支払う").click();
  await expectComplete(page());
  const asked = asks();
  await page().goto(returnPath);
  await expectErrorPage(page());
  expect(asks()).toBe(asked);
  await expectPlan(customer, "standard", "card");
});

test("a signed-out return leads to /error, and from there to /signin", async () => {
  await page().goto("/upgrade/payment?uuid=AAAAAbbbbb12345");
  await expectErrorPage(page());
  await button(page(), "ログイン画面へ").click();
  await page().waitForURL("**/signin");
});

test("a server that keeps failing shows an error, and no second payment is asked for", async () => {
  const customer = await reachPayment(page());
  await goToCheckout(page());
  await page().route("**/api/payment/subscription", (route) => route.fulfill({ status: 502, json: {} }));
  await button(page(), "支払う").click();
  await expectErrorPage(page());
  await page().getByText("もう一度お支払いいただく必要はありません。").waitFor();
  await expectPlan(customer, "standard", "card");
});
