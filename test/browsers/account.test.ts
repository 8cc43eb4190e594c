import { expect, test } from "vitest";
import { createCustomer, newPerson, userRecordOf } from "../e2e/support/customer.ts";
import { local } from "../e2e/support/local.ts";
import { changeButton, labels, newPassword } from "../e2e/support/passwords.ts";
import { inEachBrowser } from "./support/page.ts";

inEachBrowser((page) => {
  test("a reload keeps what was typed on /update, and saving it changes the record", async () => {
    const customer = await createCustomer();
    await page().openAs(customer, "/menu");
    await page().press("ご登録情報の変更");
    await page().seesTitle("ご登録情報の変更");
    await page().fill("会社名", "株式会社新社名");
    await page().reload();
    await page().holds("会社名", "株式会社新社名");
    await page().press("変更を保存");
    await page().seesTitle("ご登録情報を変更しました");
    expect((await userRecordOf(customer)).CorporateName).toBe("株式会社新社名");
  });

  test("a new email is proven by its code, and saved", async () => {
    const [customer, { email }] = [await createCustomer(), newPerson()];
    await page().openAs(customer, "/em/change");
    await page().sees(customer.email);
    await page().fill("メールアドレス", email);
    await page().press("認証コードを送信");
    await page().fill("認証コード", await local.code(email));
    await page().press("認証する");
    await page().isAt("/update/comp");
    expect((await userRecordOf(customer)).Email).toBe(email);
  });

  test("a changed password ends the session and signs in", async () => {
    const customer = await createCustomer();
    await page().openAs(customer, "/security");
    await page().press(changeButton);
    await page().seesTitle("パスワードの変更");
    await page().fillAll({
      [labels.current]: customer.password,
      [labels.next]: newPassword,
      [labels.confirmation]: newPassword,
    });
    await page().press(changeButton);
    await page().seesTitle("パスワードの変更が完了しました");
    await page().press("ログイン");
    await page().signIn({ ...customer, password: newPassword });
    await page().isAt("/menu");
  });

  test("a customer signs out everywhere after a question, and reads so at /signin", async () => {
    await page().openAs(await createCustomer(), "/security");
    await page().press("すべての端末からログアウト");
    await page().press("ログアウトする");
    await page().isAt("/signin");
    await page().sees("すべての端末からログアウトしました。");
  });
});
