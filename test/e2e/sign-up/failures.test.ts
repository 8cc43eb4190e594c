import { expect, test } from "vitest";
import { portalStorageOf, routeOnce, signInHere, startBrowser } from "../support/browser.ts";
import { createUnconfirmedAccount, newPerson } from "../support/customer.ts";
import {
  button,
  expectAlert,
  expectErrorPage,
  expectFieldError,
  expectFocus,
  field,
  valuesOf,
} from "../support/elements.ts";
import { local } from "../support/local.ts";
import {
  enterCode,
  expectRegistered,
  expectStep,
  passSmsStep,
  reachAccountStep,
  reachEmailStep,
  reachPhoneStep,
  sendAccount,
  sendSms,
  shownAnswers,
  watchCalls,
} from "../support/sign-up.ts";

import { letSmsWaitPass } from "../support/sms-limits.ts";

const { page } = startBrowser();
const phoneNumber = () => field(page(), "ご担当者 携帯電話番号");

/** From /error the way leads back to the step, where everything still stands. */
const goOn = (): Promise<void> => button(page(), "入力を続ける").click();

test("a sign-up whose SMS cannot be sent keeps all input, and goes on", async () => {
  const person = newPerson();
  await reachPhoneStep(page());
  await routeOnce(page(), "**/api/verify", (route) => route.fulfill({ json: {} }));
  await sendSms(page(), person);
  await expectErrorPage(page());
  await page().getByText("入力した内容は保存されています。").waitFor();
  expect(await page().getByText("最初からやり直してください。").count()).toBe(0);
  await goOn();
  await expectStep(page(), "電話番号");
  expect(await phoneNumber().inputValue()).toBe(person.phoneNumber);
  await button(page(), "戻る").click();
  expect(await valuesOf(page(), Object.keys(shownAnswers))).toEqual(shownAnswers);
  await button(page(), "同意して次へ").click();

  await local.fault({ service: "vonage", status: 500, times: 10 });
  await button(page(), "認証コードを送信").click();
  await expectAlert(page(), "SMSの送信を確認できませんでした。");
  expect(await phoneNumber().inputValue()).toBe(person.phoneNumber);
  await local.clearFaults();
  await letSmsWaitPass(person.phoneNumber);
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
});

test("a taken login ID is refused at its field, other failures lead to /error", async () => {
  const { loginId } = await createUnconfirmedAccount();
  const person = newPerson();
  await reachAccountStep(page(), person);
  await sendAccount(page(), { ...person, loginId });
  await expectFieldError(page(), "ログインID", "すでに存在するユーザ名です。");
  await expectFocus(field(page(), "ログインID"));
  expect(await field(page(), "パスワード").inputValue()).toBe(person.password);

  await field(page(), "ログインID").fill(person.loginId);
  await local.fault({ service: "cognito", operation: "SignUp", status: 500, times: 10 });
  await button(page(), "認証コードを送信").click();
  await expectErrorPage(page());
  await local.clearFaults();
  await goOn();
  await expectStep(page(), "ログイン情報");
  expect(await valuesOf(page(), ["ログインID", "パスワード", "メールアドレス"])).toEqual({
    ログインID: person.loginId,
    パスワード: "",
    メールアドレス: person.email,
  });
  await sendAccount(page(), person);
  await expectStep(page(), "メール認証");
});

test("a refused sign-up call leads to /error, the phone number or /signin, and goes on", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  await routeOnce(page(), "**/api/user", (route) => route.fulfill({ status: 500, json: {} }));
  const calls = watchCalls(page());
  await enterCode(page(), await local.code(person.email));
  await expectErrorPage(page());
  expect(Object.keys(await portalStorageOf(page())).sort()).toEqual(["idToken", "loginId", "userDetailInfo"]);

  // The server does not accept the verification any more.
  const message = "携帯電話番号の確認が済んでいません。もう一度SMS認証を行ってください。";
  const unverified = { status: 403, json: { error: { code: "phone_not_verified", message } } };
  await routeOnce(page(), "**/api/user", (route) => route.fulfill(unverified));
  await goOn();
  await expectStep(page(), "電話番号");
  await expectAlert(page(), message);
  expect(await phoneNumber().inputValue()).toBe(person.phoneNumber);

  const unauthorized = { status: 401, json: { error: { code: "unauthorized", message: "" } } };
  await routeOnce(page(), "**/api/user", (route) => route.fulfill(unauthorized));
  const other = newPerson();
  await sendSms(page(), other);
  await passSmsStep(page(), other);
  await signInHere(page(), person);
  await expectRegistered(page());
  expect(calls.filter((call) => call === "signup")).toHaveLength(4);
});
