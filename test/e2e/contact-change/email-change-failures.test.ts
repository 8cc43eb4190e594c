import { expect, test } from "vitest";
import { callCognito, endSessions, letResendWaitPass } from "../support/account-change.ts";
import { signInHere, startBrowser } from "../support/browser.ts";
import { newPerson, postJson, recordOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { button, enterCode, field, watchCalls } from "../support/sign-up.ts";
import { answerOnce, changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();
const { input, expectStep, open, sendTo, expectNotSaved } = changeScreen("email", page);
const expectAlert = (text: string): Promise<void> => page().getByRole("alert").getByText(text).waitFor();

test("a failed step shows its error in place, and keeps the input", async () => {
  await open();
  const { email } = newPerson();
  const fail = (operation: string, status: number) =>
    local.fault({ service: "cognito", operation, status, times: 30 });
  await fail("UpdateUserAttributes", 500);
  await input().fill(email);
  await button(page(), sendButton).click();
  await expectAlert("エラーが発生しました。少し時間をおいて、もう一度お試しください。");
  await local.clearFaults();
  await fail("UpdateUserAttributes", 0);
  await button(page(), sendButton).click();
  await expectAlert("サーバーに接続できませんでした。");
  expect(await input().inputValue()).toBe(email);
  await local.clearFaults();
  await button(page(), sendButton).click();
  await expectStep(1);

  await letResendWaitPass(page());
  await fail("UpdateUserAttributes", 500);
  await button(page(), "認証コードを再送信").click();
  await expectAlert("再送信に失敗しました。");
  await fail("VerifyUserAttribute", 0);
  await enterCode(page(), await local.code(email));
  await expectAlert("サーバーに接続できませんでした。");
  await local.clearFaults();
  await button(page(), "認証する").click();
  await page().waitForURL("**/update/comp");
});

test("answers that got lost: the used-up code counts, and only the saving is repeated, after a reload too", async () => {
  const customer = await open();
  const { email } = newPerson();
  await sendTo(email);
  await local.fault({ service: "cognito", operation: "VerifyUserAttribute", status: 500, after: true });
  await answerOnce(page(), "**/api/user", 500);
  await enterCode(page(), await local.code(email));
  await expectNotSaved();
  await page().reload();
  await page().getByText("新しいメールアドレスの確認が完了しました。").waitFor();
  const calls = watchCalls(page());
  await button(page(), "変更を保存").dblclick();
  await page().waitForURL("**/update/comp");
  expect(calls.filter((call) => /Attribute|^update$/.test(call))).toEqual(["update"]);
  expect((await recordOf(customer)).Email).toBe(email);
});

interface Prepared {
  result: { ticket: string };
}

test("an address that the account has proven already, but not the record, only has to be saved", async () => {
  const customer = await open();
  const { email } = newPerson();
  const asCustomer = { AccessToken: customer.accessToken };
  const prepare = { operation: "prepare-email-change", email };
  const { result } = (await (await postJson("/api/account", prepare, customer.idToken)).json()) as Prepared;
  await callCognito("UpdateUserAttributes", {
    ...asCustomer,
    UserAttributes: [{ Name: "email", Value: email }],
    ClientMetadata: { ticket: result.ticket },
  });
  await callCognito("VerifyUserAttribute", {
    ...asCustomer,
    AttributeName: "email",
    Code: await local.code(email),
  });
  await sendTo(email);
  await button(page(), "変更を保存").click();
  await page().waitForURL("**/update/comp");
  expect((await recordOf(customer)).Email).toBe(email);
});

test("a stolen session gets no code for its own address, and the owner's next code brings the change home", async () => {
  const owner = await open();
  const { email } = newPerson();
  const { email: stolen } = newPerson();
  await sendTo(email);
  const set = await callCognito("UpdateUserAttributes", {
    AccessToken: owner.accessToken,
    UserAttributes: [{ Name: "email", Value: stolen }],
  });
  expect(set.ok).toBe(false);
  expect(await local.messages(stolen)).toEqual([]);
  const seen = await local.newestMessageId(email);
  await enterCode(page(), await local.code(email));
  await expectAlert("認証コードの有効期限が切れているか、すでに使用されています。");
  await letResendWaitPass(page());
  await button(page(), "認証コードを再送信").click();
  await enterCode(page(), await local.code(email, seen));
  await page().waitForURL("**/update/comp");
  expect((await recordOf(owner)).Email).toBe(email);
});

test("an address that the server finds unproven leads back to it", async () => {
  await open();
  const { email } = newPerson();
  await sendTo(email);
  await page().evaluate(() => sessionStorage.setItem("newEmail", "other@example.co.jp"));
  await page().reload();
  await enterCode(page(), await local.code(email));
  await expectAlert("メールアドレスの確認が済んでいません。もう一度認証コードを送信してください。");
  await expectStep(0);
  expect(await input().inputValue()).toBe(email);
});

test("a session that ended: after signing in again the person is back, with what was typed", async () => {
  const customer = await open();
  const { email } = newPerson();
  await input().fill(email);
  await endSessions(customer);
  await button(page(), sendButton).click();
  await signInHere(page(), customer);
  await page().waitForURL("**/em/change");
  await expect.poll(() => input().inputValue()).toBe(email);
  await input().press("Enter");
  await expectStep(1);
  await field(page(), "認証コード").fill(await local.code(email));
  await page().keyboard.press("Enter");
  await page().waitForURL("**/update/comp");
});
