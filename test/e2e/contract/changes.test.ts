import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAs, sessionStorageOf, startBrowser } from "../support/browser.ts";
import {
  comeBack,
  contractOf,
  createSubscriber,
  lateNotice,
  openContract,
  passTime,
} from "../support/contract.ts";
import { type Customer, userRecordOf } from "../support/customer.ts";
import { button, field, pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes } from "../support/reauthentication.ts";

import { expectPlan } from "../support/upgrade.ts";

const { page, context } = startBrowser();

const state = () => page().getByRole("region", { name: "ご契約の状態" });
const expectState = (text: string): Promise<void> => state().getByText(text, { exact: true }).waitFor();
const success = (text: string) => page().getByRole("status").filter({ hasText: text }).waitFor();
const subjectsOf = async ({ email }: Customer) =>
  (await local.messages(email)).map(({ subject = "" }) => subject.replace("【電話連携プラグイン】", ""));
const payOnStripe = async (on: Page, label: string): Promise<void> => {
  await button(on, label).waitFor();
  await button(on, label).click();
};

async function cancel(reason: string): Promise<void> {
  await button(page(), "解約する").click();
  const dialog = page().getByRole("dialog", { name: "スタンダードプランを解約しますか？" });
  await dialog.getByText(/\d{4}年\d+月\d+日まで、これまでどおりご利用いただけます。/).waitFor();
  await dialog.getByLabel("解約の理由（任意）").selectOption(reason);
  await button(page(), "解約を申し込む").click();
  await success("解約のお申し込みを受け付けました。");
}

/** On Stripe's page of the invoice, in another tab. */
async function payLateInvoice(): Promise<void> {
  const [paying] = await Promise.all([
    context().waitForEvent("page"),
    lateNotice(page())
      .getByRole("link", { name: /を支払う$/ })
      .click(),
  ]);
  await payOnStripe(paying, "カードで支払う");
  await paying.getByText("お支払い済み").waitFor();
  await paying.close();
  await comeBack(page());
  await lateNotice(page()).waitFor({ state: "detached" });
  await expectState("利用中");
}

test("a customer cancels, resumes, cancels past a refusal, and subscribes by card", async () => {
  const customer = await createSubscriber("card");
  const { ApiKey, ApiSecret, ApplicationId } = await userRecordOf(customer);
  await openContract(page(), customer);
  await button(page(), "解約する").click();
  await button(page(), "解約しない").click();
  await cancel("利用する機会がない");
  await expectState("解約予定");
  expect(await button(page(), "請求書払い（銀行振込）に変更する").count()).toBe(0);
  await expect.poll(() => subjectsOf(customer)).toContain("解約のお申し込みを受け付けました");
  await button(page(), "解約を取り消す").click();
  await success("解約のお申し込みを取り消しました。");
  await expectState("利用中");

  // Stripe's temporary refusal is shown in place; an old sign-in asks for the password.
  await local.fault({ service: "stripe", operation: "POST /v1/subscriptions/{id}", status: 429, times: 2 });
  await button(page(), "解約する").click();
  await field(page(), "解約の理由（任意）").selectOption("利用する機会がない");
  await button(page(), "解約を申し込む").click();
  await page().getByRole("alert").filter({ hasText: "お手続きを完了できませんでした。" }).waitFor();
  await local.clearFaults();
  await passTenMinutes(page(), customer.loginId);
  await button(page(), "解約する").click();
  const reason = page().getByRole("dialog").getByRole("combobox").locator("option:checked");
  expect(await reason.textContent()).toBe("利用する機会がない");
  await button(page(), "解約を申し込む").click();
  await confirmPassword(page(), customer.password);
  await success("解約のお申し込みを受け付けました。");

  await passTime(customer, "period_ended");
  await expectPlan(customer, "suspended", "card");
  await comeBack(page());
  await expectState("契約終了");
  await button(page(), "ご契約を再開する").click();
  await button(page(), "11,000円を支払う").waitFor();
  await button(page(), "11,000円を支払う").click();
  await payOnStripe(page(), "支払う");
  await success("スタンダードプランのご契約を再開しました。");
  expect(pathOf(page())).toBe("/contract");
  await expectState("利用中");
  expect(await userRecordOf(customer)).toMatchObject({ ApiKey, ApiSecret, ApplicationId, Plan: "standard" });
  await expect.poll(() => subjectsOf(customer)).toContain("スタンダードプランのご契約再開のお知らせ");
});

test("a suspended customer leaves the payment page, and pays by invoice", async () => {
  const customer = await createSubscriber("card");
  await passTime(customer, "gave_up");
  await expectPlan(customer, "suspended", "card");
  await openAs(page(), customer);
  await page().getByText("スタンダードプランのご利用を停止しています。").waitFor();
  await page().getByText("「ご契約とお支払い」をご確認ください").waitFor();
  await page().getByText("スタンダードプラン（契約終了）").waitFor();
  await page().getByRole("main").getByRole("link", { name: "ご契約とお支払い", exact: true }).first().click();
  await button(page(), "ご契約を再開する").click();
  await button(page(), "11,000円を支払う").click();
  await payOnStripe(page(), "戻る（キャンセル）");
  await expectState("契約終了");
  expect(pathOf(page())).toBe("/contract");

  await button(page(), "ご契約を再開する").click();
  await page().getByRole("radio", { name: "請求書払い" }).check();
  await button(page(), "請求先を変更する").click();
  await field(page(), "請求先 メールアドレス").fill("keiri@example.co.jp");
  await page().reload();
  await expect.poll(() => field(page(), "請求先 メールアドレス").inputValue()).toBe("keiri@example.co.jp");
  await button(page(), "お支払い方法の選択へ").click();
  await button(page(), "請求書払いで申し込む").waitFor();
  await page().getByRole("radio", { name: "クレジットカード" }).check();
  await button(page(), "11,000円を支払う").click();
  await payOnStripe(page(), "戻る（キャンセル）");
  await page().getByRole("radio", { name: "請求書払い" }).check();
  await page().getByText("keiri@example.co.jp").first().waitFor();
  await button(page(), "請求書払いで申し込む").click();
  await success("スタンダードプランのご契約を再開しました。");
  await expectState("利用中");
  expect(await contractOf(customer)).toMatchObject({
    plan: "standard",
    paymentMethod: { type: "invoice" },
    billingContact: { email: "keiri@example.co.jp" },
  });
  expect(await sessionStorageOf(page())).not.toHaveProperty("resubscriptionInfo");
});

test("menu and contract name a failed renewal until it is paid, by page or new card", async () => {
  const customer = await createSubscriber("card");
  await passTime(customer, "payment_failed");
  await openAs(page(), customer);
  await lateNotice(page())
    .getByText(/\d{4}年\d+月\d+日にもう一度お支払いの処理を行います/)
    .waitFor();
  await lateNotice(page()).getByRole("link", { name: "ご契約とお支払いを確認" }).click();
  await expectState("お支払い未確認");
  await cancel("利用する機会がない");
  await expectState("お支払い未確認");
  await expectState("解約予定");
  await button(page(), "解約を取り消す").click();
  await success("解約のお申し込みを取り消しました。");
  await payLateInvoice();
  await button(page(), "メニューに戻る").click();
  await button(page(), "ご登録情報の変更").waitFor();
  expect(await lateNotice(page()).count()).toBe(0);

  // The next one: another card, which the provider tries.
  await passTime(customer, "payment_failed");
  await openContract(page(), customer);
  await lateNotice(page()).getByRole("button", { name: "カード情報を変更する" }).click();
  await page().getByLabel(/JCB/).check();
  await payOnStripe(page(), "登録する");
  await success("カード情報のページから戻りました。");
  await page()
    .getByText(/^JCB（末尾 0505、/)
    .waitFor();
  await lateNotice(page())
    .getByText(/^ご登録の新しいカードで、/)
    .waitFor();
  expect(await lateNotice(page()).getByRole("button", { name: "カード情報を変更する" }).count()).toBe(0);
  await passTime(customer, "retried");
  await comeBack(page());
  await lateNotice(page()).waitFor({ state: "detached" });
});

test("a card that expires is named on menu and contract until another one replaces it", async () => {
  const customer = await createSubscriber("card");
  await passTime(customer, "card_expires");
  await openAs(page(), customer);
  const tasks = page().getByRole("list", { name: "お手続きのご案内" });
  await tasks.getByText(/^ご登録のカードの有効期限（\d{4}年\d+月）/).waitFor();
  await tasks.getByRole("link", { name: "ご契約とお支払い" }).click();
  const notice = page().getByRole("status").filter({ hasText: "が近づいています。" });
  await notice.waitFor();
  expect(await page().getByText("お手続きの必要はありません。").count()).toBe(0);
  await notice.getByRole("button", { name: "カード情報を変更する" }).click();
  await page().getByLabel(/JCB/).check();
  await payOnStripe(page(), "登録する");
  await page()
    .getByText(/^JCB（末尾 0505、/)
    .waitFor();
  await page().getByText("お手続きの必要はありません。").waitFor();
  expect(await notice.count()).toBe(0);
  await button(page(), "メニューに戻る").click();
  await page().getByText("お支払いの遅れはありません").waitFor();
  expect(await tasks.count()).toBe(0);
});

test("card to invoice, and back by a card that is left at the provider", async () => {
  const customer = await createSubscriber("card");
  await openContract(page(), customer);
  await button(page(), "請求書払い（銀行振込）に変更する").click();
  await button(page(), "請求書払いに変更する").click();
  await success("お支払い方法を請求書払い（銀行振込）に変更しました。");
  await page().getByText("請求書払い（銀行振込）", { exact: true }).waitFor();
  await expectPlan(customer, "standard", "invoice");
  await button(page(), "クレジットカードに変更する").click();
  await button(page(), "カードの登録へ進む").click();
  await page()
    .getByLabel(/Mastercard/)
    .check();
  await payOnStripe(page(), "登録する");
  await page()
    .getByText(/^Mastercard（末尾 4444、/)
    .waitFor();
  await expectPlan(customer, "standard", "card");
  expect((await subjectsOf(customer)).filter((each) => each === "お支払い方法を変更しました")).toHaveLength(
    2,
  );
});

test("a contract on hold comes back with its payment, and can be cancelled at once", async () => {
  const customer = await createSubscriber("card");
  await passTime(customer, "payment_failed");
  await passTime(customer, "unpaid");
  await expectPlan(customer, "suspended", "card");
  await openAs(page(), customer);
  await lateNotice(page()).getByText("請求書のお支払いを確認しだい、ご利用を再開いたします。").waitFor();
  expect(await page().getByRole("status").filter({ hasText: "から再開できます" }).count()).toBe(0);
  await lateNotice(page()).getByRole("link", { name: "ご契約とお支払いを確認" }).click();
  await expectState("停止中");
  // No other contract is sold beside it.
  expect(await button(page(), "ご契約を再開する").count()).toBe(0);
  expect(await page().getByText("見積書が必要な方").count()).toBe(0);
  await payLateInvoice();
  await expectPlan(customer, "standard", "card");
  await expect.poll(() => subjectsOf(customer)).toContain("スタンダードプランご利用再開のお知らせ");

  await passTime(customer, "payment_failed");
  await passTime(customer, "unpaid");
  await expectPlan(customer, "suspended", "card");
  await openContract(page(), customer);
  await expectState("停止中");
  await button(page(), "解約する").click();
  await page().getByRole("dialog").getByText("停止中のご契約は、ただちに終了します。").waitFor();
  await button(page(), "解約を申し込む").click();
  await success("解約のお申し込みを受け付けました。");
  await lateNotice(page()).getByText("終了したご契約について").waitFor();
  await expect.poll(() => subjectsOf(customer)).toContain("スタンダードプランご契約終了のお知らせ");
  // The debt stays, and only a card is accepted until it is paid.
  await button(page(), "ご契約を再開する").click();
  await page().getByText("お支払いを確認できていない請求書があるため、お選びいただけません。").waitFor();
  expect(await page().getByRole("radio", { name: "請求書払い" }).isDisabled()).toBe(true);
  expect(await button(page(), "11,000円を支払う").isEnabled()).toBe(true);
  // The menu says both in one notice.
  await button(page(), "メニューに戻る").click();
  await lateNotice(page()).getByText("スタンダードプランのご利用を停止しています。").waitFor();
  expect(await lateNotice(page()).getByRole("link").count()).toBe(2);
  expect(await page().getByRole("main").getByRole("status").count()).toBe(1);
});
