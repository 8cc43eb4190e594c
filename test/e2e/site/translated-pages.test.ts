import { beforeEach, expect, test } from "vitest";
import { letResendWaitPass } from "../support/account-change.ts";
import { navigateTo, openAs, signInHere, startBrowser, takeComplaints } from "../support/browser.ts";
import { createSubscriber, openContract } from "../support/contract.ts";
import { createCustomer, newPerson, userRecordOf } from "../support/customer.ts";
import { button, field, heading } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expectComplete, fillChange } from "../support/passwords.ts";
import {
  enterCode,
  expectRegistered,
  expectStep,
  fillAccount,
  sendSms,
  walkToPhoneStep,
} from "../support/sign-up.ts";
import { letSmsWaitPass } from "../support/sms-limits.ts";
import { translate } from "../support/texts.ts";
import { expectUpdate, expectUpdated, save } from "../support/update.ts";

const { page } = startBrowser();

beforeEach(async () => {
  await page().addInitScript(translate);
});

const success = (text: string) => page().getByRole("status").filter({ hasText: text }).waitFor();
const isTranslated = () => page().locator("h1 > font > font").waitFor();

const countdown = () => page().getByText(/^\d+秒後に再送信できます$/);
const secondsLeft = async (): Promise<number> => Number.parseInt((await countdown().textContent()) ?? "", 10);

test("a translated sign-up goes through every step, and the sign-in to the menu", async () => {
  const person = newPerson();
  await walkToPhoneStep(page());
  await isTranslated();
  // It is translated before React starts, so React renders the screen anew, and the site logs the place.
  expect(takeComplaints()).toEqual([expect.stringMatching(/React error #418[\s\S]* at main/)]);
  await sendSms(page(), person);
  await expectStep(page(), "SMS認証");
  const first = await secondsLeft();
  await expect.poll(secondsLeft).toBeLessThan(first);

  await letSmsWaitPass(person.phoneNumber);
  await letResendWaitPass(page());
  const sent = await local.newestMessageId(person.phoneNumber);
  await button(page(), "認証コードを再送信").click();
  await success("認証コードを再送信しました。SMSをご確認ください。");
  await countdown().waitFor();
  await enterCode(page(), await local.code(person.phoneNumber, sent));
  await expectStep(page(), "ログイン情報");
  await fillAccount(page(), person);
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "メール認証");
  await enterCode(page(), await local.code(person.email));
  await expectRegistered(page());

  await button(page(), "ログイン").click();
  await signInHere(page(), { ...person, password: "Wrong-Password-1!" });
  await page().getByRole("alert").filter({ hasText: "ログインに失敗しました。" }).waitFor();
  await signInHere(page(), person);
  await heading(page(), "メニュー").waitFor();
  await page().getByRole("main").getByText("トライアルプラン", { exact: true }).waitFor();
  await isTranslated();
});

test("a translated contract is cancelled and resumed, and its contact changed", async () => {
  const customer = await createSubscriber("card");
  const state = page().getByRole("region", { name: "ご契約の状態" });
  await openContract(page(), customer);
  await isTranslated();
  await button(page(), "解約する").click();
  await button(page(), "解約を申し込む").click();
  await success("解約のお申し込みを受け付けました。");
  await state.getByText("解約予定").waitFor();
  await button(page(), "解約を取り消す").click();
  await success("解約のお申し込みを取り消しました。");
  await state.getByText("利用中").waitFor();

  await page().getByRole("link", { name: "請求先を変更する" }).click();
  await expectUpdate(page());
  await field(page(), "請求先 ご担当者名").fill("請求 次郎");
  await save(page());
  await expectUpdated(page());
  expect((await userRecordOf(customer)).BillingChargeName).toBe("請求 次郎");
});

test("a translated licence key is shown and hidden, and the password is changed", async () => {
  const customer = await createCustomer();
  await openAs(page(), customer, "/licence");
  await button(page(), "表示する").click();
  const key = page().getByText(/^([0-9A-Z]{5}-){5}[0-9A-Z]{5}$/);
  await key.waitFor();
  expect(await key.locator("font").count()).toBe(0);
  await button(page(), "隠す").click();
  await key.waitFor({ state: "detached" });

  await navigateTo(page(), "ログインとセキュリティ");
  await heading(page(), "ログインとセキュリティ").waitFor();
  await isTranslated();
  await page().goto("/pw/change");
  await fillChange(page(), customer.password);
  await button(page(), "パスワードを変更する").click();
  await expectComplete(page());
});
