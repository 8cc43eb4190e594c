import { expect, test } from "vitest";
import { loseOnce, routeOnce, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, expectAlert, field, valuesOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expectRegistered, expectStep, fillAccount, reachPhoneStep } from "../support/sign-up.ts";

const { page, context } = startBrowser();
const offline = "サーバーに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。";
const timeout = "サーバーからの応答がありませんでした。時間をおいて、もう一度お試しください。";

/** Presses without a connection, then without an answer: each is said, and the fields keep their values. */
async function pressInVain(name: string, address: string | RegExp, labels: readonly string[]): Promise<void> {
  const typed = await valuesOf(page(), labels);
  await context().setOffline(true);
  await button(page(), name).click();
  await expectAlert(page(), offline);
  await context().setOffline(false);
  expect(await valuesOf(page(), labels)).toEqual(typed);
  const asked = page().waitForRequest(address);
  await routeOnce(page(), address, () => {});
  await button(page(), name).click();
  await asked;
  await page().clock.fastForward("00:30");
  await expectAlert(page(), timeout);
  expect(await valuesOf(page(), labels)).toEqual(typed);
}

test("a sign-up goes on at each step after a lost connection, answer or request", async () => {
  const person = newPerson();
  const { cognito } = await local.services();
  const pool = new RegExp(`^${cognito?.endpoint}`);
  await page().clock.install();
  await reachPhoneStep(page());
  await field(page(), "ご担当者 携帯電話番号").fill(person.phoneNumber);
  await pressInVain("認証コードを送信", "**/api/verify", ["ご担当者 携帯電話番号"]);
  await loseOnce(page(), "**/api/verify", { after: true });
  await button(page(), "認証コードを送信").click();
  await expectAlert(page(), offline);
  await button(page(), "認証コードを送信").click();

  await expectStep(page(), "SMS認証");
  expect(await local.messages(person.phoneNumber)).toHaveLength(1);
  await field(page(), "認証コード").fill(await local.code(person.phoneNumber));
  await pressInVain("認証する", "**/api/verify", ["認証コード"]);
  await button(page(), "認証する").click();

  await expectStep(page(), "ログイン情報");
  await fillAccount(page(), person);
  const account = ["ログインID", "パスワード", "パスワード（確認）", "メールアドレス"];
  await pressInVain("認証コードを送信", pool, account);
  await local.fault({ service: "cognito", operation: "SignUp", status: 0, after: true });
  await local.fault({ service: "cognito", operation: "SignUp", status: 0, times: 9 });
  await button(page(), "認証コードを送信").click();
  await expectAlert(page(), offline);
  await local.clearFaults();
  await button(page(), "認証コードを送信").click();

  await expectStep(page(), "メール認証");
  await field(page(), "認証コード").fill(await local.code(person.email));
  await pressInVain("認証する", pool, ["認証コード"]);
  await local.fault({ service: "cognito", operation: "ConfirmSignUp", status: 0, after: true });
  await loseOnce(page(), "**/api/user", { after: true });
  await button(page(), "認証する").click();
  await expectAlert(page(), offline);
  await page().getByText("ご入力いただいた内容は保存されています。もう一度お試しください。").waitFor();
  await button(page(), "再試行").click();
  await expectRegistered(page());
  const mails = await local.messages(person.email);
  expect(mails.filter(({ text }) => text.includes("ライセンスキー："))).toHaveLength(1);
});
