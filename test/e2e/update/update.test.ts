import { expect, test } from "vitest";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { createCustomer, subOf, userRecordOf } from "../support/customer.ts";
import { button, expectFieldError, expectFocus, expectStatus, field } from "../support/elements.ts";

import { customerItems, decrypt, itemsNaming } from "../support/table.ts";
import { expectUpdate, expectUpdated, openUpdate, save, watchUpdates } from "../support/update.ts";

const { page, context } = startBrowser();

const secretsOf = async (sub: string) => (await customerItems(sub)).find(({ sk }) => sk?.S === "SECRETS");

test("an update sends only the normalised changes, and says when there are none", async () => {
  const customer = await createCustomer();
  await openUpdate(page(), customer);
  const sent = watchUpdates(page());
  await save(page());
  await expectStatus(page(), "変更された項目はありません。");
  // Closed, it comes again with the next press.
  await page().getByRole("button", { name: "閉じる", exact: true }).click();
  await page().getByText("変更された項目はありません。").waitFor({ state: "detached" });
  await save(page());
  await expectStatus(page(), "変更された項目はありません。");
  await field(page(), "会社名").fill(" 株式会社テスト商事 ");
  await save(page());
  await expectStatus(page(), "変更された項目はありません。");
  expect(sent).toEqual([]);

  await field(page(), "会社名").fill("株式会社新社名");
  await field(page(), "郵便番号").fill("５３００００１");
  await field(page(), "都道府県").selectOption({ label: "大阪府" });
  await field(page(), "役職").selectOption({ label: "部長・課長クラス" });
  await field(page(), "会社電話番号").fill("0312345678");
  await page().getByRole("checkbox", { name: "イベント・キャンペーンのご案内を受け取る" }).uncheck();
  await field(page(), "市区町村・町名").press("Enter");
  await expectUpdated(page());
  await page().getByText("「お客様情報」の変更を保存しました。").waitFor();
  const changes = {
    corporateName: "株式会社新社名",
    postalCode: "530-0001",
    prefecture: 27,
    position: 1,
    corporatePhoneNumber: "03-1234-5678",
    optInEvents: false,
  };
  expect(sent).toEqual([{ operation: "update", version: 1, ...changes }]);
  expect(await userRecordOf(customer)).toMatchObject({
    CorporateName: "株式会社新社名",
    PostalCode: "530-0001",
    Prefecture: 27,
    Position: 1,
    CorporatePhoneNumber: "03-1234-5678",
    OptInServiceInfo: true,
    OptInEvents: false,
    Version: 2,
  });
  expect(await sessionStorageOf(page())).not.toHaveProperty("updateInfo");
  await button(page(), "メニューへ").click();
  await page().waitForURL("**/menu");
});

test("a customer copies the plugin's addresses, and finds the ways to change contacts", async () => {
  const customer = await createCustomer();
  await openUpdate(page(), customer);
  await page().getByText(customer.email, { exact: true }).waitFor();
  await page().getByText(customer.phoneNumber, { exact: true }).waitFor();
  await context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const address of ["203.0.113.10", "203.0.113.11"]) {
    await button(page(), `${address}をコピー`).click();
    await page().getByText("コピーしました").first().waitFor();
    expect(await page().evaluate(() => navigator.clipboard.readText())).toBe(address);
  }
  await button(page(), "ご担当者 携帯電話番号の変更手続きへ").click();
  await page().waitForURL("**/pn/change");
  await page().goBack();
  await button(page(), "メールアドレスの変更手続きへ").click();
  await page().waitForURL("**/em/change");
});

test("a Basic password is set, left alone, replaced and removed, and never read back", async () => {
  const customer = await createCustomer();
  const sub = subOf(customer.idToken);
  const label = "Basic認証パスワード";
  await openUpdate(page(), customer);
  const sent = watchUpdates(page());
  await button(page(), `${label}の設定`).click();
  await expectFocus(field(page(), label));
  const mask = () =>
    field(page(), label).evaluate((input) =>
      getComputedStyle(input).getPropertyValue("-webkit-text-security"),
    );
  expect(await mask()).toBe("disc");
  await button(page(), "入力した文字を表示").click();
  expect(await mask()).toBe("none");
  await field(page(), label).fill("Canary-Basic-1");
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain("Canary");
  await save(page());
  await expectUpdated(page());
  expect(sent.at(-1)).toEqual({ operation: "update", version: 1, basicPassword: "Canary-Basic-1" });
  const stored = await secretsOf(sub);
  expect(await decrypt(stored?.basicPassword?.S ?? "", { customer: sub, field: "basicPassword" })).toBe(
    "Canary-Basic-1",
  );
  expect(await itemsNaming("Canary-Basic-1")).toEqual([]);

  await page().goBack();
  await expectUpdate(page());
  await button(page(), `${label}の変更`).click();
  expect(await field(page(), label).inputValue()).toBe("");
  await save(page());
  await expectFieldError(page(), label, `${label} は必須です。`);
  await button(page(), `${label}の変更をやめる`).click();
  await expectFocus(button(page(), `${label}の変更`));
  await button(page(), `${label}の削除`).click();
  await page().getByText("保存すると削除されます").waitFor();
  await button(page(), `${label}の削除をやめる`).click();
  await button(page(), `${label}の削除`).click();
  await save(page());
  await expectUpdated(page());
  expect(sent.at(-1)).toEqual({ operation: "update", version: 2, basicPassword: "" });
  expect((await userRecordOf(customer)).BasicPassword).toBe("");
});
