import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { loseOnce, startBrowser } from "../support/browser.ts";
import { type Customer, createCustomer, postJson, userRecordOf } from "../support/customer.ts";
import { button, field } from "../support/elements.ts";
import { local } from "../support/local.ts";

import {
  createStandardCustomer,
  expectUpdated,
  openUpdate,
  save,
  tab,
  watchUpdates,
} from "../support/update.ts";

const { page, context } = startBrowser();

/** The same customer in another tab: it has a session storage of its own, so they sign in there as well. */
async function openSecond(customer: Customer): Promise<Page> {
  const second = await context().newPage();
  await openUpdate(second, customer);
  return second;
}

const elsewhere = async (customer: Customer, changes: object): Promise<void> => {
  const answer = await postJson("/api/user", { operation: "update", ...changes }, customer.idToken);
  expect(answer.status).toBe(200);
};
const conflict = () => page().getByRole("alert").filter({ hasText: "ほかの画面で登録内容が変更されていた" });
const conflictNotice = () =>
  page().getByRole("status").filter({ hasText: "ほかの画面で、次の項目が変更されています。" });

test("a second tab sees the changes of the first, keeps its own text, and saves", async () => {
  const customer = await createCustomer();
  const second = await openSecond(customer);
  await openUpdate(page(), customer);
  await field(page(), "市区町村・町名").fill("港区");
  await field(page(), "会社名").fill("私の入力");
  await button(page(), "Basic認証パスワードの設定").click();
  await field(page(), "Basic認証パスワード").fill("Typed-Secret-1");

  await field(second, "会社名").fill("先に保存した名前");
  await field(second, "都道府県").selectOption({ label: "大阪府" });
  await save(second);
  await expectUpdated(second);
  await second.close();

  const sent = watchUpdates(page());
  await save(page());
  await conflict().waitFor();
  const list = conflictNotice().getByRole("listitem");
  await list.filter({ hasText: "会社名：先に保存した名前（お客様の入力はそのまま残しています）" }).waitFor();
  await list.filter({ hasText: "都道府県：大阪府" }).waitFor();
  expect(await list.count()).toBe(2);
  expect(await field(page(), "会社名").inputValue()).toBe("私の入力");
  expect(await field(page(), "市区町村・町名").inputValue()).toBe("港区");
  expect(await field(page(), "都道府県").inputValue()).toBe("27");
  expect(await field(page(), "Basic認証パスワード").inputValue()).toBe("Typed-Secret-1");
  await expectAccessible(page());

  await save(page());
  await expectUpdated(page());
  const mine = { corporateName: "私の入力", city: "港区", basicPassword: "Typed-Secret-1" };
  expect(sent).toEqual([
    { operation: "update", version: 1, ...mine },
    { operation: "update", version: 2, ...mine },
  ]);
  expect(await userRecordOf(customer)).toMatchObject({
    CorporateName: "私の入力",
    City: "港区",
    Prefecture: 27,
  });
});

test("a customer who takes over the other text sends only the rest", async () => {
  const customer = await createStandardCustomer();
  await elsewhere(customer, { customerKbn: 2 });
  await openUpdate(page(), customer);
  await field(page(), "団体名").fill("私の入力");
  await field(page(), "市区町村・町名").fill("港区");
  await elsewhere(customer, { corporateName: "先に保存した団体", billingChargeName: "別の 担当" });
  await save(page());
  await conflict().waitFor();
  await conflictNotice().getByText("団体名：先に保存した団体").waitFor();
  await field(page(), "団体名").fill("先に保存した団体");
  await tab(page(), "billing").click();
  await conflictNotice().getByText("請求先 ご担当者名：別の 担当").waitFor();
  expect(await field(page(), "請求先 ご担当者名").inputValue()).toBe("別の 担当");
  await tab(page(), "user").click();
  const sent = watchUpdates(page());
  await save(page());
  await expectUpdated(page());
  expect(sent).toEqual([{ operation: "update", version: 4, city: "港区" }]);
});

test("a lost answer is no conflict, and a broken server loses no text", async () => {
  const customer = await createCustomer();
  await openUpdate(page(), customer);
  await field(page(), "部署名").fill("営業部");
  await loseOnce(page(), "**/api/user", { after: true });
  await save(page());
  await page().getByRole("alert").filter({ hasText: "サーバーに接続できませんでした" }).waitFor();
  expect(await field(page(), "部署名").inputValue()).toBe("営業部");
  await save(page());
  await expectUpdated(page());
  expect(await userRecordOf(customer)).toMatchObject({ Department: "営業部", Version: 2 });

  await page().goBack();
  await field(page(), "部署名").fill("総務部");
  await local.fault({ service: "dynamodb", status: 500, times: 40 });
  await save(page());
  await page().waitForURL("**/error");
  await local.clearFaults();
  await button(page(), "メニューへ").click();
  await button(page(), "ご登録情報の変更").click();
  await page().getByText("前回、保存していなかった入力内容を復元しました。").waitFor();
  expect(await field(page(), "部署名").inputValue()).toBe("総務部");
});
