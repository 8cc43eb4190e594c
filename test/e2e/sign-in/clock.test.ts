/** Browsers on computers whose clock is wrong. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAs, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { button } from "../support/sign-up.ts";

const { page } = startBrowser();
const clockIsWrong =
  "お使いの端末の日付と時刻が正しくありません。時計を合わせてから、もう一度お試しください。";

/** In every page that follows, until the result sets it right, in the page that is shown as well. */
async function setClock(page: Page, minutes: number): Promise<() => Promise<void>> {
  const script = await page.addInitScript((milliseconds) => {
    const Right = Date;
    class Wrong extends Right {
      constructor(...given: []) {
        super(...((given.length === 0 ? [Right.now() + milliseconds] : given) as []));
      }
      static override now = (): number => Right.now() + milliseconds;
    }
    Object.assign(globalThis, { Date: Wrong, setRight: () => Object.assign(globalThis, { Date: Right }) });
  }, minutes * 60_000);
  return async () => {
    await script.dispose();
    await page.evaluate(() => (globalThis as unknown as { setRight(): void }).setRight());
  };
}

describe.each([-20, 20])("a clock that is %i minutes off", (minutes) => {
  test("is named where the right password is refused, at the sign-in and in the dialog", async () => {
    const customer = await createCustomer();
    const setRight = await setClock(page(), minutes);
    await signIn(page(), customer);
    await page().getByText(clockIsWrong).waitFor();
    expect(await page().getByLabel("ログインID").inputValue()).toBe(customer.loginId);
    await setRight();
    await button(page(), "ログイン").click();
    await page().waitForURL("**/menu");

    const setRightAgain = await setClock(page(), minutes);
    await page().goto("/licence");
    await passTenMinutes(page(), customer.loginId);
    await button(page(), "表示する").click();
    await passwordDialog(page()).waitFor();
    await confirmPassword(page(), customer.password);
    await passwordDialog(page()).getByText(clockIsWrong).waitFor();
    await setRightAgain();
    await confirmPassword(page(), customer.password);
    await passwordDialog(page()).waitFor({ state: "hidden" });
  });

  test("is no matter to a session, whose tokens are renewed", async () => {
    const customer = await createCustomer();
    await setClock(page(), minutes);
    await openAs(page(), customer);
    await button(page(), "マニュアルダウンロード").waitFor();
    await passTenMinutes(page(), customer.loginId);
    await page().reload();
    await button(page(), "マニュアルダウンロード").waitFor();
  });
});
