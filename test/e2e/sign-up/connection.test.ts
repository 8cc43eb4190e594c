import { expect, test } from "vitest";
import { letResendWaitPass } from "../support/account-change.ts";
import { routeOnce, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  enterCode,
  expectRegistered,
  expectStep,
  field,
  fillAccount,
  reachEmailStep,
  reachPhoneStep,
  valuesOf,
  watchCalls,
} from "../support/sign-up.ts";

const { page, context } = startBrowser();
const offline = "サーバーに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。";
const timeout = "サーバーからの応答がありませんでした。少し時間をおいて、もう一度お試しください。";
const expectNotice = (message: string): Promise<void> =>
  page().getByRole("alert").getByText(message).waitFor();

/** Presses without a connection, sees the notice, and presses again with one. */
async function pressOfflineThenOnline(name: string, message = offline): Promise<void> {
  await context().setOffline(true);
  await button(page(), name).click();
  await expectNotice(message);
  await context().setOffline(false);
  await button(page(), name).click();
}

test("without a connection a code is not sent again, and the sign-up waits for the next attempt", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  const seen = await local.newestMessageId(person.email);
  await letResendWaitPass(page());
  await pressOfflineThenOnline("認証コードを再送信", `再送信に失敗しました。${offline}`);
  await page().getByText("認証コードを再送信しました。メールをご確認ください。").waitFor();

  const calls = watchCalls(page());
  await routeOnce(page(), "**/api/user", (route) => route.abort("internetdisconnected"));
  await enterCode(page(), await local.code(person.email, seen));
  await expectNotice(offline);
  await page().getByText("ご入力いただいた内容は保存されています。もう一度お試しください。").waitFor();
  await button(page(), "再試行").click();
  await expectRegistered(page());
  expect(calls.filter((call) => call === "signup")).toHaveLength(2);
});

/** Presses without a connection, then without an answer: each is told, and what the fields hold stays. */
async function pressInVain(name: string, address: string | RegExp, labels: readonly string[]): Promise<void> {
  const typed = await valuesOf(page(), labels);
  await context().setOffline(true);
  await button(page(), name).click();
  await expectNotice(offline);
  await context().setOffline(false);
  expect(await valuesOf(page(), labels)).toEqual(typed);
  const asked = page().waitForRequest(address);
  await routeOnce(page(), address, () => {});
  await button(page(), name).click();
  await asked;
  await page().clock.fastForward("00:30");
  await expectNotice(timeout);
  expect(await valuesOf(page(), labels)).toEqual(typed);
}

test("without a connection or an answer every step says so, keeps what was typed, and goes on with the next press", async () => {
  const person = newPerson();
  const { cognito } = await local.services();
  const pool = new RegExp(`^${cognito?.endpoint}`);
  await page().clock.install();
  await reachPhoneStep(page());
  await field(page(), "ご担当者 携帯電話番号").fill(person.phoneNumber);
  await pressInVain("認証コードを送信", "**/api/verify", ["ご担当者 携帯電話番号"]);
  await button(page(), "認証コードを送信").click();

  await expectStep(page(), "SMS認証");
  await field(page(), "認証コード").fill(await local.code(person.phoneNumber));
  await pressInVain("認証する", "**/api/verify", ["認証コード"]);
  await button(page(), "認証する").click();

  await expectStep(page(), "ログイン情報");
  await fillAccount(page(), person);
  const account = ["ログインID", "パスワード", "パスワード（確認）", "メールアドレス"];
  await pressInVain("認証コードを送信", pool, account);
  await button(page(), "認証コードを送信").click();

  await expectStep(page(), "メール認証");
  await field(page(), "認証コード").fill(await local.code(person.email));
  await pressInVain("認証する", pool, ["認証コード"]);
  await button(page(), "認証する").click();
  await expectRegistered(page());
});
