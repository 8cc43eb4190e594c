import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { callCognito, endSessions, letResendWaitPass } from "../support/account-change.ts";
import { loseOnce, sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import { createCustomer, newPerson, postJson, userRecordOf } from "../support/customer.ts";
import { button, expectAlert, field } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { enterCode, watchCalls } from "../support/sign-up.ts";
import { answerOnce, type Customer, changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();
const phoneChange = changeScreen("phone", page);
const emailChange = changeScreen("email", page);

/** Of whom nothing changes. */
let unchanged: Customer;
beforeAll(async () => {
  unchanged = await createCustomer();
});

test("a proven number that was not saved is saved after a reload or a new sign-in", async () => {
  const { newValue, open, sendTo, expectNotSaved } = phoneChange;
  const customer = await open();
  const phoneNumber = newValue();
  const calls = watchCalls(page());
  await sendTo(phoneNumber);
  await answerOnce(page(), "**/api/user", 500);
  await field(page(), "認証コード").fill(await local.code(phoneNumber));
  await page().keyboard.press("Enter");
  await expectNotSaved();
  await expectAccessible(page());
  await page().reload();
  await page().getByText("新しい電話番号の確認が完了しました。").waitFor();
  await answerOnce(page(), "**/api/user", 401);
  await button(page(), "変更を保存").click();
  await signInHere(page(), customer);
  await page().waitForURL("**/pn/change");
  await page().getByText("新しい電話番号の確認が完了しました。").waitFor();
  await loseOnce(page(), "**/api/user", { after: true });
  await button(page(), "変更を保存").click();
  await expectAlert(page(), "サーバーに接続できませんでした。");
  await button(page(), "変更を保存").dblclick();
  await page().waitForURL("**/update/comp");
  const ours = ["send", "check", "update", "update", "update", "update"];
  expect(calls.filter((call) => ours.includes(call))).toEqual(ours);
  expect((await userRecordOf(customer)).ChargePhoneNumber).toBe(phoneNumber);
});

interface Prepared {
  result: { ticket: string };
}

test("an address that the account has proven, but not the record, only has to be saved", async () => {
  const { newValue, open, sendTo } = emailChange;
  const customer = await open();
  const email = newValue();
  const asCustomer = { AccessToken: customer.accessToken };
  const prepare = { operation: "prepare-email-change", email };
  const { result } = (await (await postJson("/api/account", prepare, customer.idToken)).json()) as Prepared;
  await callCognito("UpdateUserAttributes", {
    ...asCustomer,
    UserAttributes: [{ Name: "email", Value: email }],
    ClientMetadata: { ticket: result.ticket },
  });
  const Code = await local.code(email);
  await callCognito("VerifyUserAttribute", { ...asCustomer, AttributeName: "email", Code });
  await sendTo(email);
  await page().getByText("新しいメールアドレスの確認が完了しました。").waitFor();
  await button(page(), "変更を保存").click();
  await page().waitForURL("**/update/comp");
  expect((await userRecordOf(customer)).Email).toBe(email);
});

test("a stolen session gets no code for its own address; the owner's next code counts", async () => {
  const { newValue, open, sendTo } = emailChange;
  const owner = await open();
  const email = newValue();
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
  await expectAlert(page(), "認証コードの有効期限が切れているか、すでに使用されています。");
  await letResendWaitPass(page());
  await button(page(), "認証コードを再送信").click();
  await enterCode(page(), await local.code(email, seen));
  await page().waitForURL("**/update/comp");
  expect((await userRecordOf(owner)).Email).toBe(email);
});

test.each([
  ["number", phoneChange, "numberChangeInfo", "携帯電話番号", "もう一度SMS認証を行ってください。"],
  ["address", emailChange, "newEmail", "メールアドレス", "もう一度認証コードを送信してください。"],
] as const)(
  "the new %s has to be proven again when the server finds it unproven",
  async (_, change, key, ...texts) => {
    await change.open(unchanged);
    const target = change.newValue();
    await change.sendTo(target);
    const { [key]: stored = "" } = await sessionStorageOf(page());
    const other = stored.replace(target, change.newValue());
    await page().evaluate(([name, text]) => sessionStorage.setItem(name, text), [key, other] as const);
    await page().reload();
    await enterCode(page(), await local.code(target));
    await expectAlert(page(), texts.join("の確認が済んでいません。"));
    await change.expectStep(0);
    expect(await change.input().inputValue()).toBe(target);
    expect(await sessionStorageOf(page())).not.toHaveProperty(key);
  },
);

test("an address stays typed after a failure of Cognito or the end of the session", async () => {
  const { input, expectStep, newValue, open } = emailChange;
  const customer = await open();
  const email = newValue();
  await local.fault({ service: "cognito", operation: "UpdateUserAttributes", status: 500, times: 30 });
  await input().fill(email);
  await button(page(), sendButton).click();
  await expectAlert(page(), "エラーが発生しました。時間をおいて、もう一度お試しください。");
  expect(await input().inputValue()).toBe(email);
  await local.clearFaults();
  await endSessions(customer);
  await button(page(), sendButton).click();
  await signInHere(page(), customer);
  await page().waitForURL("**/em/change");
  await expect.poll(() => input().inputValue()).toBe(email);
  await input().press("Enter");
  await expectStep(1);
});
