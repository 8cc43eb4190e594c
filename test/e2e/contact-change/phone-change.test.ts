import { expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { letResendWaitPass, pressAgainAndAgain } from "../support/account-change.ts";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { newPerson, recordOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  enterCode,
  expectFieldError,
  expectFocus,
  field,
  watchCalls,
  wrongCode,
} from "../support/sign-up.ts";
import { letSmsWaitPass } from "../support/sms-limits.ts";
import { changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();
const { label, input, expectStep, open } = changeScreen("phone", page);
const numberChangeInfo = async () =>
  JSON.parse((await sessionStorageOf(page())).numberChangeInfo ?? "null") as unknown;

test("a new number, over reload, Back, a wrong code and another code; each button works once", async () => {
  const customer = await open();
  const { phoneNumber } = newPerson();
  const calls = watchCalls(page());
  await input().pressSequentially(phoneNumber.replaceAll("-", ""));
  // The hyphens come from a file of their own, which may arrive while the number is typed.
  await input().press("Tab");
  await expect.poll(() => input().inputValue()).toBe(phoneNumber);
  await page().reload();
  await expect.poll(() => input().inputValue()).toBe(phoneNumber);
  await pressAgainAndAgain(page(), sendButton, label);
  await expectStep(1);
  expect(calls).toEqual(["send"]);
  const stored = { requestId: expect.any(String), chargePhoneNumber: phoneNumber };
  expect(await numberChangeInfo()).toEqual(stored);

  await page().reload();
  await page().getByText(`${phoneNumber} にSMSで届いた認証コードをご入力ください。`).waitFor();
  await page().goBack();
  await expectStep(0);
  expect(await input().inputValue()).toBe(phoneNumber);
  await button(page(), sendButton).click();
  await expectStep(1);
  expect(calls).toEqual(["send"]);

  const seen = await local.newestMessageId(phoneNumber);
  await enterCode(page(), wrongCode(await local.code(phoneNumber)));
  await expectFieldError(page(), "認証コード", "認証コードが正しくありません。");
  await expectFocus(field(page(), "認証コード"));
  await expectAccessibleAtBothWidths(page());
  await letSmsWaitPass(phoneNumber);
  await letResendWaitPass(page());
  await button(page(), "認証コードを再送信").dblclick();
  await page().getByRole("status").getByText("認証コードを再送信しました。SMSをご確認ください。").waitFor();
  await field(page(), "認証コード").fill(await local.code(phoneNumber, seen));
  await pressAgainAndAgain(page(), "認証する", "認証コード");
  await page().waitForURL("**/update/comp");
  await page().getByText("今後のSMSは、新しい番号にお送りします。").waitFor();
  expect(calls).toEqual(["send", "check", "send", "check", "update"]);
  expect(await numberChangeInfo()).toBeNull();
  expect((await recordOf(customer)).ChargePhoneNumber).toBe(phoneNumber);
});
