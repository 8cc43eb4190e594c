/** A browser on a computer whose clock is wrong; test/web/lib/identity/clock.test.ts has by how much. */
import { expect, test } from "vitest";
import { signIn, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button } from "../support/elements.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";

const { page } = startBrowser();

/** In every page that follows, until the result sets it right, in the page that is shown as well. */
async function setClock(minutes: number): Promise<() => Promise<void>> {
  const script = await page().addInitScript((milliseconds) => {
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
    await page().evaluate(() => (globalThis as unknown as { setRight(): void }).setRight());
  };
}

test("a wrong clock is named where a password is proven, and no matter to a session", async () => {
  const customer = await createCustomer();
  const clockIsWrong =
    "お使いの端末の日付と時刻が正しくありません。時計を合わせてから、もう一度お試しください。";
  let setRight = await setClock(-20);
  await signIn(page(), customer);
  await page().getByText(clockIsWrong).waitFor();
  expect(await page().getByLabel("ログインID").inputValue()).toBe(customer.loginId);
  await setRight();
  await button(page(), "ログイン").click();
  await page().waitForURL("**/menu");

  for (const minutes of [20, -20]) {
    setRight = await setClock(minutes);
    await page().reload();
    await button(page(), "マニュアルダウンロード").waitFor();
    await passTenMinutes(page(), customer.loginId);
    await page().reload();
    await button(page(), "マニュアルダウンロード").waitFor();
    if (minutes > 0) await setRight();
  }
  await page().goto("/licence");
  await button(page(), "表示する").click();
  await confirmPassword(page(), customer.password);
  await passwordDialog(page()).getByText(clockIsWrong).waitFor();
  await setRight();
  await confirmPassword(page(), customer.password);
  await passwordDialog(page()).waitFor({ state: "hidden" });
});
