import { expect, test } from "vitest";
import { letResendWaitPass } from "../support/account-change.ts";
import { startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  enterCode,
  expectFieldError,
  expectFocus,
  expectStep,
  field,
  reachSmsStep,
  sendSms,
  watchCalls,
  wrongCode,
} from "../support/sign-up.ts";
import { letSmsWaitPass } from "../support/sms-limits.ts";

const { page } = startBrowser();

test("a wrong code shows an error at its field, a malformed one counts as no attempt, and the right one works when pasted", async () => {
  const person = newPerson();
  const calls = watchCalls(page());
  await reachSmsStep(page(), person);
  await page().getByText(`${person.phoneNumber} にSMSで届いた認証コードをご入力ください。`).waitFor();
  const code = await local.code(person.phoneNumber);

  await enterCode(page(), wrongCode(code));
  await expectFieldError(page(), "認証コード", "認証に失敗しました。");
  await expectFocus(field(page(), "認証コード"));

  for (const shape of [code.slice(1), `${code}0`, `${code.slice(1)}a`]) {
    await enterCode(page(), shape);
    await expectFieldError(page(), "認証コード", "認証コードは6桁の数字で入力してください。");
  }
  const fullWidth = [...code].map((digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0));
  await field(page(), "認証コード").focus();
  await page().keyboard.press("Control+A");
  await page().keyboard.insertText(` ${fullWidth.slice(0, 3).join("")}－${fullWidth.slice(3).join("")}　`);
  expect(await field(page(), "認証コード").inputValue()).toBe(code);
  await enterCode(page(), `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(calls).toEqual(["send", "check", "check"]);
  await expectStep(page(), "ログイン情報");
});

test("three wrong codes: the reason is shown, and another code can be sent after the wait", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  const resend = button(page(), "認証コードを再送信");
  const code = await local.code(person.phoneNumber);
  const advice = page().getByText("入力を3回間違えたため、この認証コードは無効になりました。");
  for (const attempt of [1, 2, 3]) {
    await enterCode(page(), wrongCode(code));
    await expectFieldError(page(), "認証コード", "認証に失敗しました。");
    if (attempt < 3) expect(await advice.count()).toBe(0);
    else await advice.waitFor();
  }
  expect(await resend.isEnabled()).toBe(false);
  await page()
    .getByText(/^\d+秒後に再送信できます$/)
    .waitFor();

  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await page()
    .getByRole("alert")
    .getByText(/^認証コードの送信は60秒に1回までです。\d+秒後にもう一度お試しください。$/)
    .waitFor();
  await page().goForward();
  await expectStep(page(), "SMS認証");

  await letSmsWaitPass(person.phoneNumber);
  await letResendWaitPass(page());
  const seen = await local.newestMessageId(person.phoneNumber);
  await resend.click();
  await page().getByText("認証コードを再送信しました。SMSをご確認ください。").waitFor();
  await enterCode(page(), await local.code(person.phoneNumber, seen));
  await expectStep(page(), "ログイン情報");
});

test("with a browser's clock that runs ahead, the server's own wait is shown and no second SMS is claimed", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  const sent = await local.newestMessageId(person.phoneNumber);
  for (const _ of [1, 2]) {
    await letResendWaitPass(page());
    await button(page(), "認証コードを再送信").click();
    await page()
      .getByRole("status")
      .getByText(/^認証コードは送信済みです。届かない場合は、[1-5]?\d秒後に再送信してください。$/)
      .waitFor();
    await page()
      .getByText(/^[1-5]?\d秒後に再送信できます$/)
      .waitFor();
  }
  expect(await page().getByText("再送信しました").count()).toBe(0);
  expect(await local.newestMessageId(person.phoneNumber)).toBe(sent);
});

test("going back and on again uses the current code; another number gets another code, and once verified stays so", async () => {
  const [first, second] = [newPerson(), newPerson()];
  const calls = watchCalls(page());
  await reachSmsStep(page(), first);
  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await expectStep(page(), "SMS認証");
  expect(calls).toEqual(["send"]);

  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await sendSms(page(), second);
  await expectStep(page(), "SMS認証");
  expect(calls).toEqual(["send", "send"]);
  await enterCode(page(), await local.code(second.phoneNumber));
  await expectStep(page(), "ログイン情報");
  await button(page(), "戻る").click();
  await page().getByText("この携帯電話番号は確認済みです。").waitFor();
  await button(page(), "次へ").click();
  await expectStep(page(), "ログイン情報");
  expect(calls).toEqual(["send", "send", "check"]);
});
