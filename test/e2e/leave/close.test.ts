import { expect, test } from "vitest";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import {
  desktop,
  navigateTo,
  openAs,
  phone,
  portalStorageOf,
  signIn,
  startBrowser,
} from "../support/browser.ts";
import { createSubscriber, passTime } from "../support/contract.ts";
import { createConfirmedAccount, createCustomer, getApi, subOf } from "../support/customer.ts";
import { heading } from "../support/elements.ts";
import { local, portalUrl } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { endClosingLease } from "../support/table.ts";
import { expectPlan, payByInvoice, prepareUpgrade } from "../support/upgrade.ts";

const { page } = startBrowser();

const close = () => page().getByRole("button", { name: "退会する", exact: true });
const question = () => page().getByRole("alertdialog", { name: "退会しますか？" });
const mailsTo = async (email: string) =>
  (await local.messages(email)).map(({ subject = "" }) => subject).filter((each) => each.includes("退会"));

async function expectFits(): Promise<void> {
  const widths = await page().evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
}

test("a customer closes the account by keyboard; an operator can restore it", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer);
  await page().getByRole("link", { name: "データのダウンロードと退会" }).click();
  await close().waitFor();
  for (const viewport of [phone, desktop]) {
    await page().setViewportSize(viewport);
    await expectFits();
  }
  await passTenMinutes(page(), customer.loginId);

  // The question first: its safe answer has the focus.
  await close().focus();
  await page().keyboard.press("Enter");
  await question().getByText("お預かりしているデータは、30日後に消去します。").waitFor();
  await page().keyboard.press("Enter");
  await question().waitFor({ state: "detached" });

  // The server's answer is lost after its work: nothing is done twice.
  let lost = 0;
  await page().route("**/api/account", async (route) => {
    const response = await route.fetch();
    if (response.status() !== 200 || lost > 0) return route.fulfill({ response });
    lost += 1;
    return route.abort();
  });
  await close().click();
  await question().getByRole("button", { name: "退会する" }).click();
  await passwordDialog(page()).waitFor();
  await confirmPassword(page(), customer.password);
  await page().getByRole("alert").getByText("退会できませんでした。").waitFor();
  expect(lost).toBe(1);
  // The dialog of the first try takes a moment to leave.
  await question().waitFor({ state: "hidden" });
  await close().click();
  await question().getByRole("button", { name: "退会する" }).click();

  await heading(page(), "退会の手続きが完了しました").waitFor();
  expect(await portalStorageOf(page())).toEqual({});
  await expect.poll(() => mailsTo(customer.email)).toHaveLength(1);
  await page().goBack();
  await page().waitForURL("**/signin");

  const refused = await getApi(`/api/user?name=${customer.loginId}`, customer.idToken);
  expect(refused.status).toBe(401);
  await signIn(page(), customer);
  await page().getByText("ログインに失敗しました。このアカウントは現在ご利用いただけません。").waitFor();

  await endClosingLease(subOf(customer.idToken));
  await local.reconcile();
  const restore = ["admin", "restore-account", customer.loginId, "--reason", "ご本人の申し出"];
  await runOperatorCommand([...restore, "--local"], { PORT: new URL(portalUrl()).port });
  await signIn(page(), customer);
  await navigateTo(page(), "ログインとセキュリティ");
  await page().getByText("サポート担当者が退会を取り消しました").waitFor();
  await page().getByText("退会の手続きをしました").waitFor();
});

test("a customer with an open invoice reads that it has to be paid first", async () => {
  const customer = await createSubscriber("card");
  await passTime(customer, "payment_failed");
  await openAs(page(), customer, "/leave");
  await page().getByText("日割りでのご返金もありません").waitFor();
  await close().click();
  await question().getByText("スタンダードプランのご契約も終了します").waitFor();
  await question().getByRole("button", { name: "退会する" }).click();
  const alert = page().getByRole("alert").filter({ hasText: "お支払いがお済みでない請求書があります" });
  expect(await alert.getByRole("link", { name: "お問い合わせください" }).getAttribute("href")).toContain(
    "contact",
  );
  await expectFits();
  await alert.getByRole("link", { name: "ご契約とお支払いへ" }).click();
  await page().waitForURL("**/contract");
});

test("a customer who paid in another tab keeps contract and account, and reads why", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer, "/leave");
  await close().waitFor();
  await prepareUpgrade(customer);
  await payByInvoice(customer);
  await close().click();
  await question().getByRole("button", { name: "退会する" }).click();
  await page().getByRole("alert").getByText("ご契約の内容が変わっています").waitFor();
  // The screen says by now what ends.
  await page().getByText("日割りでのご返金もありません").waitFor();
  await expectPlan(customer, "standard", "invoice");
});

test("a visitor with half a registration downloads the data and closes the account", async () => {
  const person = await createConfirmedAccount();
  await signIn(page(), person);
  await page().getByText("登録をおやめになる場合は").getByRole("link", { name: "退会" }).click();
  await page().getByRole("button", { name: "新規登録に戻る" }).click();
  await page().getByText("登録をおやめになる場合は").getByRole("link", { name: "退会" }).click();
  const downloaded = page().waitForEvent("download");
  await page().getByRole("button", { name: "データをダウンロード" }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/^customer-data-/);
  await expectFits();
  await close().click();
  await question().getByRole("button", { name: "退会する" }).click();
  await page().getByRole("heading", { name: "退会の手続きが完了しました" }).waitFor();
  await expect.poll(() => mailsTo(person.email)).toHaveLength(1);
  await signIn(page(), person);
  await page().getByText("ログインに失敗しました。このアカウントは現在ご利用いただけません。").waitFor();
});
