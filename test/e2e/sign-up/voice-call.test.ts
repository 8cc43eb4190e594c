import { expect, test } from "vitest";
import { toInternationalNumber } from "#shared/normalize.ts";
import { closeOutcome } from "../site/layout.ts";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { letResendWaitPass } from "../support/account-change.ts";
import { loseOnce, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { button, enterCode, expectStep, reachSmsStep, watchCalls, wrongCode } from "../support/sign-up.ts";
import { letSmsWaitPass } from "../support/sms-limits.ts";
import { changeScreen } from "../support/verified-change.ts";

const { page } = startBrowser();

const name = "音声電話で受け取る";
const isCalling = "音声電話をおかけしています。電話に出て、音声でお伝えする認証コードをご入力ください。";
const expectEnabled = (): Promise<void> => expect.poll(() => button(page(), name).isEnabled()).toBe(true);
const channels = async (phoneNumber: string) =>
  (await local.messages(phoneNumber)).map(({ channel }) => channel);

/** Long enough for another SMS, too. */
async function letCallWaitPass(phoneNumber: string): Promise<void> {
  await letSmsWaitPass(phoneNumber);
  await local.ageVerification(toInternationalNumber(phoneNumber));
  await letResendWaitPass(page());
}

test("no SMS: after 30 seconds a call brings the same code, once, however often the button is pressed", async () => {
  const person = newPerson();
  const calls = watchCalls(page());
  await reachSmsStep(page(), person);
  await page()
    .getByText(/^\d+秒後に音声電話でも受け取れます$/)
    .waitFor();
  expect(await button(page(), name).isEnabled()).toBe(false);
  await letCallWaitPass(person.phoneNumber);
  await expectEnabled();
  await expectAccessibleAtBothWidths(page());
  const code = await local.code(person.phoneNumber);
  await button(page(), name).dblclick();
  await page().getByRole("status").getByText(isCalling).waitFor();
  await page()
    .getByText(/^\d+秒後にもう一度おかけできます$/)
    .waitFor();
  expect(await button(page(), name).isEnabled()).toBe(false);
  expect(await button(page(), "認証コードを再送信").isEnabled()).toBe(false);
  expect(calls).toEqual(["send", "call"]);
  expect(await channels(person.phoneNumber)).toEqual(["voice", "sms"]);
  expect(await local.code(person.phoneNumber)).toBe(code);
  await closeOutcome(page());
  await expectAccessibleAtBothWidths(page());
  await enterCode(page(), wrongCode(code));
  await enterCode(page(), code);
  await expectStep(page(), "ログイン情報");
});

test("by keyboard; a server that called less than a minute ago says when it calls again", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  await letCallWaitPass(person.phoneNumber);
  await loseOnce(page(), "**/api/verify", { after: true });
  await expectEnabled();
  await button(page(), name).focus();
  await page().keyboard.press("Enter");
  await page().getByRole("alert").getByText("音声電話をおかけできませんでした。").waitFor();
  await button(page(), name).press("Enter");
  await page()
    .getByRole("status")
    .getByText(/^音声電話はおかけしたばかりです。かかってこない場合は、\d+秒後にもう一度お試しください。$/)
    .waitFor();
  expect(await channels(person.phoneNumber)).toEqual(["voice", "sms"]);
});

test("a call that fails says so, and the SMS's code still goes on", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  await letCallWaitPass(person.phoneNumber);
  await local.fault({ service: "vonage", status: 503, operation: "POST /v2/verify", times: 1 });
  await button(page(), name).click();
  await page()
    .getByRole("alert")
    .getByText("音声電話をおかけできませんでした。電話の発信を確認できませんでした。")
    .waitFor();
  await enterCode(page(), await local.code(person.phoneNumber));
  await expectStep(page(), "ログイン情報");
});

test("a browser's clock that runs ahead: the server says when", async () => {
  await reachSmsStep(page(), newPerson());
  await letResendWaitPass(page());
  await button(page(), name).click();
  await page()
    .getByRole("alert")
    .getByText(/^音声電話をおかけできませんでした。.*[1-3]?\d秒後にもう一度お試しください。$/)
    .waitFor();
});

const phoneChange = changeScreen("phone", page);

test("a changed number is proven by a call", async () => {
  await phoneChange.open();
  const { phoneNumber } = newPerson();
  await phoneChange.sendTo(phoneNumber);
  await letCallWaitPass(phoneNumber);
  await button(page(), name).click();
  await page().getByRole("status").getByText(isCalling).waitFor();
  expect(await channels(phoneNumber)).toEqual(["voice", "sms"]);
  await enterCode(page(), await local.code(phoneNumber));
  await page().waitForURL("**/update/comp");
});
