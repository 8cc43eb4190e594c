import { expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { startBrowser } from "../support/browser.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { button, field } from "../support/sign-up.ts";
import { setPlan } from "../support/table.ts";
import { createStandardCustomer, expectUpdated, openUpdate, save, tab } from "../support/update.ts";
import { expectStep } from "../support/upgrade.ts";

const { page } = startBrowser();

test("two tabs lead a trial customer to the upgrade, and any other plan to a notice", async () => {
  const customer = await createCustomer();
  await openUpdate(page(), customer);
  for (const name of ["voice", "billing"] as const) {
    await tab(page(), name).click();
    await page().getByText("スタンダードプランの機能です。").and(page().locator(":visible")).waitFor();
    expect(await page().getByRole("textbox").count()).toBe(0);
    await expectAccessibleAtBothWidths(page());
  }
  expect(await button(page(), "カード情報を変更").isDisabled()).toBe(true);
  await button(page(), "アップグレードへ").click();
  await expectStep(page(), 0);

  await setPlan(subOf(customer.idToken), "suspended");
  await openUpdate(page(), customer);
  await tab(page(), "voice").click();
  await page().getByText("現在のご契約状況ではご利用いただけません。").first().waitFor();
  expect(await button(page(), "アップグレードへ").count()).toBe(0);
});

test("every tab of a standard customer is accessible in every state", async () => {
  await openUpdate(page(), await createStandardCustomer());
  await tab(page(), "voice").click();
  await expectAccessibleAtBothWidths(page());
  await button(page(), "APIシークレットの変更").click();
  await button(page(), "秘密鍵ファイルの変更").click();
  await field(page(), "APIキー").fill("");
  await save(page());
  await page().getByRole("alert").first().waitFor();
  await expectAccessibleAtBothWidths(page());
  await tab(page(), "billing").click();
  await expectAccessibleAtBothWidths(page());
  await field(page(), "請求先 ご担当者名").fill("請求 次郎");
  await save(page());
  await expectUpdated(page());
  await expectAccessibleAtBothWidths(page());
});

test("the arrow keys, Tab and Enter are enough to update a field of another tab", async () => {
  await openUpdate(page(), await createStandardCustomer());
  const { keyboard } = page();
  await tab(page(), "user").focus();
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  expect(await tab(page(), "billing").getAttribute("aria-selected")).toBe("true");
  await keyboard.press("ArrowRight");
  expect(await tab(page(), "user").getAttribute("aria-selected")).toBe("true");
  await keyboard.press("End");
  await keyboard.press("Tab");
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type("Keyboard Person");
  await keyboard.press("Enter");
  await expectUpdated(page());
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await page().waitForURL("**/menu");
});
