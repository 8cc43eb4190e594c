import { expect, test } from "vitest";
import { holdRequests, openAs, routeOnce, startBrowser } from "../support/browser.ts";
import { createSubscriber } from "../support/contract.ts";
import { createCustomer } from "../support/customer.ts";
import { button } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expectStep as expectSignUpStep } from "../support/sign-up.ts";
import { expectUpdate, openUpdate, tab } from "../support/update.ts";

const { page } = startBrowser();

const failure = () => page().getByRole("alert").filter({ hasText: "データの読み込みに失敗しました。" });

test("a record that cannot be loaded is tried again, or leads to sign-up or sign-in", async () => {
  const letGo = await holdRequests(page(), "**/api/user?*", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await openAs(page(), await createCustomer(), "/update");
  await page().getByText("お客様情報を読み込んでいます").waitFor();
  letGo();
  await failure().waitFor();
  await page().unrouteAll();
  await page().route("**/api/user?*", (route) => route.abort());
  await button(page(), "再試行").click();
  await failure().getByText("サーバーに接続できませんでした").waitFor();
  await page().unrouteAll();
  await button(page(), "再試行").click();
  // The session was kept.
  await expectUpdate(page());

  // An account without a profile gets one at the sign-up.
  await routeOnce(page(), "**/api/user?*", (route) => route.fulfill({ json: { results: [] } }));
  await page().reload();
  await failure().waitFor();
  await button(page(), "登録手続きを続ける").click();
  await expectSignUpStep(page(), "お客様情報");
  await routeOnce(page(), "**/api/user?*", (route) => route.fulfill({ status: 401, json: {} }));
  await page().goto("/update");
  await page().waitForURL("**/signin");
});

test("another card is entered on Stripe's page, and pays from then on", async () => {
  await openUpdate(page(), await createSubscriber("card"));
  await tab(page(), "billing").click();
  await local.fault({ service: "stripe", status: 500, times: 20 });
  await button(page(), "カード情報を変更する").click();
  await page().waitForURL("**/error");
  await local.clearFaults();
  await page().goto("/update");
  await tab(page(), "billing").click();
  await local.clearRequests();
  await button(page(), "カード情報を変更する").click();
  await button(page(), "登録する").click();
  await page().getByText("カード情報のページから戻りました。").waitFor();
  expect(await tab(page(), "billing").getAttribute("aria-selected")).toBe("true");
  const updates = async () =>
    (await local.requests("stripe")).filter(({ body }) =>
      JSON.stringify(body).includes("default_payment_method"),
    );
  await expect.poll(async () => (await updates()).length).toBeGreaterThan(0);
  await page().reload();
  await expectUpdate(page());
  expect(await page().getByText("カード情報のページから戻りました。").count()).toBe(0);
});
