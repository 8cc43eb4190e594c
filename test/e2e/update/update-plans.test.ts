import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { button } from "../support/elements.ts";

import { setPlan } from "../support/table.ts";
import { createStandardCustomer, expectUpdated, openUpdate, tab } from "../support/update.ts";
import { expectStep } from "../support/upgrade.ts";

const { page } = startBrowser();

test("two tabs lead a trial customer to the upgrade, and any other plan to a notice", async () => {
  const customer = await createCustomer();
  await openUpdate(page(), customer);
  for (const name of ["voice", "billing"] as const) {
    await tab(page(), name).click();
    await page().getByText("スタンダードプランの機能です。").and(page().locator(":visible")).waitFor();
    expect(await page().getByRole("textbox").count()).toBe(0);
  }
  expect(await button(page(), "カード情報を変更する").isDisabled()).toBe(true);
  await button(page(), "アップグレードへ").click();
  await expectStep(page(), 0);

  await setPlan(subOf(customer.idToken), "suspended");
  await openUpdate(page(), customer);
  await tab(page(), "voice").click();
  await page().getByText("現在のご契約状況ではご利用いただけません。").first().waitFor();
  expect(await button(page(), "アップグレードへ").count()).toBe(0);
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
