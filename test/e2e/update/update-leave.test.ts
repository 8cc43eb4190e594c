import { expect, test } from "vitest";
import { openAs, sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import { type Customer, createCustomer } from "../support/customer.ts";
import { button, expectFocus, field, pathOf } from "../support/elements.ts";

import {
  createStandardCustomer,
  expectUpdate,
  expectUpdated,
  openUpdate,
  question,
  save,
  tab,
} from "../support/update.ts";

const { page } = startBrowser();

const path = () => pathOf(page());
const stay = () => button(page(), "編集を続ける").click();
const leave = () => button(page(), "変更を破棄して移動").click();
const company = () => field(page(), "会社名");

async function openFromMenu(customer: Customer): Promise<void> {
  await openAs(page(), customer);
  await button(page(), "ご登録情報の変更").click();
  await expectUpdate(page());
}

test("unsaved text is kept on every way off the page, until the customer discards it", async () => {
  await openFromMenu(await createCustomer());
  await company().fill("まだ保存していない社名");
  const ways = {
    メニューに戻る: "/menu",
    "ご担当者 携帯電話番号の変更手続きへ": "/pn/change",
    メールアドレスの変更手続きへ: "/em/change",
    ログアウト: "/signin",
  };
  for (const name of Object.keys(ways)) {
    await button(page(), name).click();
    await question(page()).waitFor();
    await expectFocus(button(page(), "編集を続ける"));
    await page().keyboard.press("Escape");
    await question(page()).waitFor({ state: "detached" });
    await expectFocus(button(page(), name));
    expect([path(), await company().inputValue()]).toEqual(["/update", "まだ保存していない社名"]);
  }
  await page().goBack();
  await question(page()).waitFor();
  expect(path()).toBe("/update");
  await stay();
  await page().goBack();
  await leave();
  await page().waitForURL("**/menu");
  expect(await sessionStorageOf(page())).not.toHaveProperty("updateInfo");
  await button(page(), "ご登録情報の変更").click();
  await expectUpdate(page());
  expect(await company().inputValue()).toBe("株式会社テスト商事");
  await button(page(), "Basic認証パスワードの設定").click();
  await button(page(), "メニューに戻る").click();
  await page().waitForURL("**/menu");

  // A secret alone is guarded as well, and is stored nowhere.
  await button(page(), "ご登録情報の変更").click();
  await button(page(), "Basic認証パスワードの設定").click();
  await field(page(), "Basic認証パスワード").fill("Canary-Basic-1");
  await button(page(), "メニューに戻る").click();
  await question(page()).waitFor();
  const stored = await page().evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).not.toContain("Canary");
  await stay();
  await company().fill("まだ保存していない社名");
  await button(page(), "ログアウト").click();
  await leave();
  await page().waitForURL("**/signin");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
});

test("a reload keeps text and tab, and each tab is saved or taken back by itself", async () => {
  await openUpdate(page(), await createStandardCustomer());
  await company().fill("まだ保存していない社名");
  await tab(page(), "billing").click();
  await field(page(), "請求先 電話番号").fill("06-9999-8888");
  await tab(page(), "user").click();
  expect(await company().inputValue()).toBe("まだ保存していない社名");
  await tab(page(), "billing").click();
  const asked = new Promise<string>((resolve) => {
    page().once("dialog", (dialog) => void dialog.accept().then(() => resolve(dialog.type())));
  });
  await page().reload();
  expect(await asked).toBe("beforeunload");
  await expectUpdate(page());
  expect(await tab(page(), "billing").getAttribute("aria-selected")).toBe("true");
  expect(await field(page(), "請求先 電話番号").inputValue()).toBe("06-9999-8888");
  await button(page(), "入力を取り消す").click();
  expect(await field(page(), "請求先 電話番号").inputValue()).toBe("03-1234-5678");
  await tab(page(), "user").click();
  expect(await company().inputValue()).toBe("まだ保存していない社名");

  // Saving one tab says what is left on another, and finds it again.
  await tab(page(), "billing").click();
  await field(page(), "請求先 ご担当者名").fill("請求 次郎");
  await save(page());
  await expectUpdated(page());
  await page().getByText("「お客様情報」タブに、まだ保存していない変更があります。").waitFor();
  await button(page(), "ご登録情報の変更に戻る").click();
  await expectUpdate(page());
  expect(await company().inputValue()).toBe("まだ保存していない社名");
  await button(page(), "入力を取り消す").click();
  expect(await sessionStorageOf(page())).not.toHaveProperty("updateInfo");
  await button(page(), "メニューに戻る").click();
  await page().waitForURL("**/menu");
});

const expireSession = async (): Promise<void> => {
  await page().evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key === "idToken" || key.startsWith("Cognito")) sessionStorage.removeItem(key);
  });
  await save(page());
  await page().waitForURL("**/signin");
};

async function signInAgain(customer: Customer): Promise<void> {
  await signInHere(page(), customer);
  await expectUpdate(page());
}

test("unsaved text survives an expired session, and no other customer sees it", async () => {
  const customer = await createCustomer();
  await openUpdate(page(), customer);
  await company().fill("まだ保存していない社名");
  await expireSession();
  await page()
    .getByText(
      "ログインの有効期限が切れました。もう一度ログインしてください。入力した内容は保存されています。",
    )
    .waitFor();
  await signInAgain(customer);
  expect(await company().inputValue()).toBe("まだ保存していない社名");
  await save(page());
  await expectUpdated(page());

  await page().goBack();
  await company().fill("もう一度変えた社名");
  await expireSession();
  await signInAgain(await createCustomer());
  expect(await company().inputValue()).toBe("株式会社テスト商事");
});
