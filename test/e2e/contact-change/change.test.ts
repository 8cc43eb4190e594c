import { expect, test } from "vitest";
import { expectRefusals, letResendWaitPass, pressAgainAndAgain } from "../support/account-change.ts";
import { loseOnce, openAs, openCompleted, sessionStorageOf, startBrowser } from "../support/browser.ts";
import { createConfirmedAccount, tokensOf, userRecordOf } from "../support/customer.ts";
import { button, expectAlert, expectFocus, expectStatus, field } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { confirmPassword, passTenMinutes, passwordDialog } from "../support/reauthentication.ts";
import { enterCode, watchCalls } from "../support/sign-up.ts";
import { changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();

const changes = {
  phone: {
    wrong: ["03-1234-5678", "携帯電話番号ではありません。"],
    registered: "現在の電話番号と同じです。変更後の電話番号を入力してください。",
    sent: (target: string) => `${target} にSMSで届いた認証コードを入力してください。`,
    sending: "**/api/verify",
    stored: "numberChangeInfo",
    calls: ["send", "check", "update"],
    done: "今後のSMSは、新しい番号にお送りします。",
    recordName: "ChargePhoneNumber",
  },
  email: {
    wrong: ["taro@example", "メールアドレスの形式が正しくありません。"],
    registered: "現在のメールアドレスと同じです。変更後のメールアドレスを入力してください。",
    sent: (target: string) => `${target} に届いた認証コードを入力してください。`,
    sending: "**/api/account",
    stored: "newEmail",
    calls: ["UpdateUserAttributes", "VerifyUserAttribute", "update"],
    done: "今後のお知らせは、新しいメールアドレスにお送りします。",
    recordName: "Email",
  },
} as const;

test.each(["phone", "email"] as const)("a new %s is proven and saved, each button once", async (kind) => {
  const { path, label, input, expectStep, newValue, open } = changeScreen(kind, page);
  const { sent, sending, stored, calls: expected, done, recordName } = changes[kind];
  const customer = await open();
  const mailsBefore = (await local.messages(customer.email)).length;
  const target = newValue();
  const calls = watchCalls(page());
  const ofChange = () => calls.filter((call) => ["send", ...expected].includes(call));
  await input().pressSequentially(target.replaceAll("-", ""));
  // A number's hyphens come from a file of their own, which may arrive while the number is typed.
  await input().press("Tab");
  await expect.poll(() => input().inputValue()).toBe(target);
  await page().reload();
  await expect.poll(() => input().inputValue()).toBe(target);
  await loseOnce(page(), sending);
  await button(page(), sendButton).click();
  await expectAlert(page(), "サーバーに接続できませんでした。");
  expect(await input().inputValue()).toBe(target);
  calls.length = 0;
  await pressAgainAndAgain(page(), sendButton, label);
  await expectStep(1);
  expect((await sessionStorageOf(page()))[stored]).toContain(target);
  await page().reload();
  await page().getByText(sent(target)).waitFor();
  await page().goBack();
  await expectStep(0);
  expect(await input().inputValue()).toBe(target);
  await button(page(), sendButton).click();
  await expectStep(1);
  expect(ofChange()).toEqual(expected.slice(0, 1));

  await field(page(), "認証コード").fill(await local.code(target));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await page().waitForURL("**/update/comp");
  await page().getByText(done).waitFor();
  expect(ofChange()).toEqual(expected);
  expect(await sessionStorageOf(page())).not.toHaveProperty(stored);
  expect((await userRecordOf(customer))[recordName]).toBe(target);
  if (kind === "email")
    await expect.poll(async () => (await local.messages(customer.email)).length).toBe(mailsBefore + 1);
  await openCompleted(page(), `${path}/comp`);
  await button(page(), "ご登録情報の変更に戻る").click();
  await page().waitForURL("**/update");
});

test.each(["phone", "email"] as const)("a wrong or registered %s is refused at its field", async (kind) => {
  const { label, input, open } = changeScreen(kind, page);
  const { wrong, registered } = changes[kind];
  const { phoneNumber, email } = await open();
  const current = { phone: phoneNumber, email }[kind];
  for (const [typed, message] of [["", `${label} は必須です。`], wrong, [current, registered]] as const)
    await expectRefusals(page(), sendButton, { [label]: typed }, { [label]: message });
  await expectFocus(input());
  await button(page(), "戻る").click();
  await page().waitForURL("**/update");
});

test("an e-mail change asks for the password after ten minutes, or sends nothing", async () => {
  const { input, expectStep, newValue, open } = changeScreen("email", page);
  const customer = await open();
  const email = newValue();
  const calls = watchCalls(page());
  const cancel = async (): Promise<void> => {
    await passwordDialog(page()).getByRole("button", { name: "キャンセル" }).click();
    await passwordDialog(page()).waitFor({ state: "detached" });
  };
  await passTenMinutes(page(), customer.loginId);
  await input().fill(email);
  await button(page(), sendButton).click();
  await cancel();
  expect(await input().inputValue()).toBe(email);
  expect(calls.filter((call) => /Attribute|^update$/.test(call))).toEqual([]);
  expect(await local.messages(email)).toEqual([]);
  await button(page(), sendButton).click();
  await confirmPassword(page(), customer.password);
  await expectStep(1);

  // Another code is another proof; what was typed and the place stay.
  const [seen, first] = [await local.newestMessageId(email), await local.code(email)];
  const resend = button(page(), "認証コードを再送信");
  await field(page(), "認証コード").fill(first);
  await passTenMinutes(page(), customer.loginId);
  await letResendWaitPass(page());
  await resend.click();
  await cancel();
  expect(await local.newestMessageId(email)).toBe(seen);
  await resend.click();
  await confirmPassword(page(), customer.password);
  await expectStatus(page(), "認証コードを再送信しました。");
  expect(await field(page(), "認証コード").inputValue()).toBe(first);
  await enterCode(page(), await local.code(email, seen));
  await page().waitForURL("**/update/comp");
});

test("an account without a profile returns to the sign-up wizard", async () => {
  const person = await createConfirmedAccount();
  await openAs(page(), { ...person, ...(await tokensOf(person)) }, "/em/change");
  await page().waitForURL((url) => url.pathname === "/");
});
