import { expect, test } from "vitest";
import { loseOnce, signInHere, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  enterCode,
  expectFieldError,
  expectRegistered,
  expectStep,
  field,
  fillAccount,
  reachAccountStep,
  reachEmailStep,
  reachPhoneStep,
  sendSms,
} from "../support/sign-up.ts";

/** The work was done, but the answer never came back: the person can still finish, and nothing is done twice. */
const { page } = startBrowser();
const offline = "サーバーに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。";
const expectNotice = (): Promise<void> => page().getByRole("alert").getByText(offline).waitFor();
const loseAnswer = (address: string): Promise<unknown> => loseOnce(page(), address, { after: true });

/** Cognito mails the codes and our server the authentication key. */
const keysMailedTo = async (email: string): Promise<number> =>
  (await local.messages(email)).filter(({ text }) => text.includes("ライセンスキー：")).length;

test("one after the other: what was done counts, each next press goes on, and there is one key", async () => {
  const person = newPerson();
  await reachPhoneStep(page());
  await loseAnswer("**/api/verify");
  await sendSms(page(), person);
  await expectNotice();
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  expect(await local.messages(person.phoneNumber)).toHaveLength(1);

  // The same code is right once more.
  await loseAnswer("**/api/verify");
  await enterCode(page(), await local.code(person.phoneNumber));
  await expectNotice();
  await button(page(), "認証する").click();
  await expectStep(page(), "ログイン情報");

  await fillAccount(page(), person);
  await local.fault({ service: "cognito", operation: "SignUp", status: 0, after: true });
  await local.fault({ service: "cognito", operation: "SignUp", status: 0, times: 9 });
  await button(page(), "認証コードを送信").click();
  await expectNotice();
  await local.clearFaults();
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "メール認証");

  await local.fault({ service: "cognito", operation: "ConfirmSignUp", status: 0, after: true });
  await loseAnswer("**/api/user");
  await enterCode(page(), await local.code(person.email));
  await expectNotice();
  await button(page(), "再試行").click();
  await expectRegistered(page());
  expect(await keysMailedTo(person.email)).toBe(1);
});

test("of the account's creation: the screen names the way on, which is to sign in", async () => {
  const person = newPerson();
  await reachAccountStep(page(), person);
  await fillAccount(page(), person);
  await local.fault({ service: "cognito", operation: "SignUp", status: 500, after: true });
  await button(page(), "認証コードを送信").click();
  await expectFieldError(page(), "ログインID", "すでに存在するユーザ名です。");
  await page()
    .getByText(/^ログインIDをご自身で登録された場合は、/)
    .waitFor();
  await page().getByRole("link", { name: "ログイン", exact: true }).click();
  await signInHere(page(), person);
  await expectStep(page(), "メール認証");
});

test("of the account's creation, because of a reload: the login ID is the person's own, and the way goes on", async () => {
  const person = newPerson();
  await reachAccountStep(page(), person);
  await fillAccount(page(), person);
  const created = Promise.withResolvers<void>();
  let isHeld = false;
  // The interception stays: when it ends, Chromium lets the held request go on.
  await page().route("**", async (route) => {
    if (isHeld || !route.request().headers()["x-amz-target"]?.endsWith(".SignUp")) return route.fallback();
    isHeld = true;
    await route.fetch();
    created.resolve();
  });
  await button(page(), "認証コードを送信").click();
  await created.promise;
  await page().reload();
  await expectStep(page(), "ログイン情報");
  await fillAccount(page(), person);
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "メール認証");
  await enterCode(page(), await local.code(person.email));
  await expectRegistered(page());
});

test("of the confirmation: the sign-up is finished all the same", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  await local.fault({ service: "cognito", operation: "ConfirmSignUp", status: 500, after: true });
  await enterCode(page(), await local.code(person.email));
  await expectRegistered(page());
  expect(await keysMailedTo(person.email)).toBe(1);
});

test("of the confirmation, and no sign-in either: the person is asked to sign in", async () => {
  const person = newPerson();
  await reachEmailStep(page(), person);
  await local.fault({ service: "cognito", operation: "InitiateAuth", status: 500, times: 10 });
  await enterCode(page(), await local.code(person.email));
  await page().waitForURL("**/signin");
  await page().getByText("メールアドレスの確認が完了しました。ログインすると登録が続きます。").waitFor();
  expect(await field(page(), "ログインID").inputValue()).toBe(person.loginId);

  // The account is the person's own also on the way back.
  await page().goBack();
  await expectStep(page(), "メール認証");
  await button(page(), "戻る").click();
  await expectStep(page(), "ログイン情報");
  await local.clearFaults();
  await button(page(), "認証コードを送信").click();
  await signInHere(page(), person);
  await expectRegistered(page());
});
