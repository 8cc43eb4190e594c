import { test } from "vitest";
import { createCustomer } from "../e2e/support/customer.ts";
import { local } from "../e2e/support/local.ts";
import { labels, newPassword, resetButton } from "../e2e/support/passwords.ts";
import { inEachBrowser } from "./support/page.ts";

inEachBrowser((page) => {
  test("a screen asked for opens after the sign-in; Back after a sign-out does not", async () => {
    const customer = await createCustomer();
    await page().open("/dl/manual");
    await page().isAt("/signin");
    await page().signIn(customer);
    await page().isAt("/dl/manual");
    await page().seesTitle("マニュアルダウンロード");
    await page().press("ログアウト");
    await page().isAt("/signin");
    await page().seesTitle("ログイン");
    await page().back();
    await page().seesTitle("ログイン");
    await page().isAt("/signin");
  });

  test("a wrong password and a lost connection have sentences; the next try signs in", async () => {
    const customer = await createCustomer();
    await page().open("/signin");
    await page().signIn({ ...customer, password: newPassword });
    await page().seesAlert("ログインに失敗しました。");
    await local.fault({ service: "cognito", operation: "InitiateAuth", status: 0, times: 30 });
    await page().signIn(customer);
    await page().seesAlert("サーバーに接続できませんでした。");
    await local.clearFaults();
    await page().press("ログイン");
    await page().isAt("/menu");
  });

  test("a customer who forgot the password sets a new one by the code of a mail", async () => {
    const customer = await createCustomer();
    const before = await local.newestMessageId(customer.email);
    await page().open("/signin");
    await page().follow("パスワードをお忘れの方");
    await page().seesTitle("パスワードをお忘れの方");
    await page().fill("ログインID", customer.loginId);
    await page().press("認証コードを送信");
    await page().isAt("/pw/reset");
    const code = await local.code(customer.email, before);
    await page().fillAll({
      [labels.code]: code,
      [labels.next]: newPassword,
      [labels.confirmation]: newPassword,
    });
    await page().press(resetButton);
    await page().seesTitle("パスワードの変更が完了しました");
    await page().press("ログイン");
    await page().signIn({ ...customer, password: newPassword });
    await page().isAt("/menu");
  });
});
