import { expect, test } from "vitest";
import { signInHere, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, expectFieldError, field } from "../support/elements.ts";
import { local } from "../support/local.ts";
import {
  enterCode,
  expectRegistered,
  expectStep,
  passEmailStep,
  reachAccountStep,
  reachEmailStep,
  sendAccount,
} from "../support/sign-up.ts";

const { page } = startBrowser();

test("an account whose creation seems to have failed goes on at the sign-in", async () => {
  const person = newPerson();
  await reachAccountStep(page(), person);
  await local.fault({ service: "cognito", operation: "SignUp", status: 500, after: true });
  await sendAccount(page(), person);
  await expectFieldError(page(), "ログインID", "すでに存在するユーザ名です。");
  await page()
    .getByText(/^ログインIDをご自身で登録された場合は、/)
    .waitFor();
  await page().getByRole("link", { name: "ログイン", exact: true }).click();
  await signInHere(page(), person);
  await expectStep(page(), "メール認証");
});

test("a login ID is the person's own after a reload during the account's creation", async () => {
  const person = newPerson();
  await reachAccountStep(page(), person);
  const created = Promise.withResolvers<void>();
  let isHeld = false;
  // The interception stays: when it ends, Chromium lets the held request go on.
  await page().route("**", async (route) => {
    if (isHeld || !route.request().headers()["x-amz-target"]?.endsWith(".SignUp")) return route.fallback();
    isHeld = true;
    await route.fetch();
    created.resolve();
  });
  await sendAccount(page(), person);
  await created.promise;
  await page().reload();
  await expectStep(page(), "ログイン情報");
  await sendAccount(page(), person);
  await passEmailStep(page(), person);
});

test("a confirmed account that cannot be signed in goes on at the sign-in", async () => {
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
