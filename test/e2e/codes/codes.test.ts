import { expect, test } from "vitest";
import { expectStillAtBothWidths } from "../site/layout.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { letResendWaitPass } from "../support/account-change.ts";
import { loseOnce, startBrowser } from "../support/browser.ts";
import { type CodePlace, codePlaces, letCallWaitPass } from "../support/code-places.ts";
import {
  button,
  expectAlert,
  expectFieldError,
  expectFocus,
  expectStatus,
  field,
} from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expectStep, watchCalls, wrongCode } from "../support/sign-up.ts";
import { letSmsWaitPass } from "../support/sms-limits.ts";

const { page, context } = startBrowser();

/** A place with a code under way. */
interface CodeEntry extends CodePlace {
  sentTo: string;
  /** The code that counts now. */
  code: string;
}
type Trouble = (entry: CodeEntry) => Promise<void>;

const label = "認証コード";
const offline = "サーバーに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。";
const resend = () => button(page(), "認証コードを再送信");
const countdown = () => page().getByText(/^[1-6]?\d秒後に再送信できます$/);
const voidNotice = () => page().getByText("入力を3回間違えたため、この認証コードは無効になりました。");
const accessible: Trouble = () => expectAccessible(page());

const malformed: Trouble = async ({ enter, code }) => {
  const calls = watchCalls(page());
  await enter(page(), "　");
  await expectFieldError(page(), label, "認証コード は必須です。");
  await enter(page(), code.slice(1));
  await expectFieldError(page(), label, "認証コードは6桁の数字で入力してください。");
  expect(calls).toEqual([]);
};

const wrong: Trouble = async ({ enter, code, refusal }) => {
  await enter(page(), wrongCode(code));
  await expectFieldError(page(), label, refusal);
  await expectFocus(field(page(), label));
};

const wrongAndStill: Trouble = (entry) =>
  expectStillAtBothWidths(
    page(),
    () => field(page(), label).fill(""),
    () => wrong(entry),
  );

/** After one that was wrong; a malformed code is no attempt. */
const wrongTwiceMore: Trouble = async (entry) => {
  await malformed(entry);
  await wrong(entry);
  expect(await voidNotice().count()).toBe(0);
  await wrong(entry);
  await voidNotice().waitFor();
};

/** The browser's clock runs ahead: no second code is claimed. */
const serverWait: Trouble = async ({ sentTo, resent }) => {
  const newest = await local.newestMessageId(sentTo);
  await letResendWaitPass(page());
  await resend().click();
  const alreadySent = /^認証コードは送信済みです。届かない場合は、[1-5]?\d秒後に再送信してください。$/;
  await expectStatus(page(), alreadySent);
  await countdown().waitFor();
  expect(await page().getByText(resent).count()).toBe(0);
  expect(await local.newestMessageId(sentTo)).toBe(newest);
};

/** The code is void, and the step before does not send another one yet. */
const backToTheNumber: Trouble = async () => {
  await button(page(), "戻る").click();
  await expectStep(page(), "電話番号");
  await button(page(), "認証コードを送信").click();
  await expectAlert(page(), /^認証コードの送信は60秒に1回までです。\d+秒後にもう一度お試しください。$/);
  await page().goForward();
  await expectStep(page(), "SMS認証");
};

const letWaitPass: Trouble = async ({ operations, sentTo }) => {
  if (!operations) await letSmsWaitPass(sentTo);
  await letResendWaitPass(page());
};

const waitForResend: Trouble = async (entry) => {
  await countdown().waitFor();
  expect(await resend().isEnabled()).toBe(false);
  await letWaitPass(entry);
  expect(await countdown().count()).toBe(0);
};

const resendOffline: Trouble = async () => {
  await context().setOffline(true);
  await resend().click();
  await expectAlert(page(), `再送信に失敗しました。${offline}`);
  await context().setOffline(false);
};

const resendFails: Trouble = async ({ operations }) => {
  await local.fault({ service: "cognito", operation: operations?.send, status: 500, times: 30 });
  await resend().click();
  await page().getByRole("alert").getByText("再送信に失敗しました。", { exact: true }).waitFor();
  await local.clearFaults();
};

const anotherCode: Trouble = async (entry) => {
  const seen = await local.newestMessageId(entry.sentTo);
  await resend().click();
  await expectStatus(page(), entry.resent);
  await countdown().waitFor();
  expect(await voidNotice().count()).toBe(0);
  entry.code = await local.code(entry.sentTo, seen);
};

/** The code before this one counts no more. */
const replacedCode: Trouble = async (entry) => {
  const { code, enter, refusal } = entry;
  await anotherCode(entry);
  await enter(page(), code === entry.code ? wrongCode(code) : code);
  await expectFieldError(page(), label, refusal);
  await page()
    .getByText(/最後に届いたメールの認証コード/)
    .first()
    .waitFor();
};

const checkOffline: Trouble = async ({ enter, code }) => {
  await context().setOffline(true);
  await enter(page(), code);
  await expectAlert(page(), offline);
  expect(await field(page(), label).inputValue()).toBe(code);
  await context().setOffline(false);
};

const called: Trouble = async ({ sentTo }) => {
  await letCallWaitPass(page(), sentTo);
  await button(page(), "音声電話で受け取る").click();
  await expectStatus(page(), "音声電話をおかけしています。");
  const [newest] = await local.messages(sentTo);
  expect(newest?.channel).toBe("voice");
};

const pasted: Trouble = async ({ code }) => {
  const digits = code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  await field(page(), label).fill(` ${digits.slice(0, 3)}－${digits.slice(3)}　`);
  expect(await field(page(), label).inputValue()).toBe(code);
};

/** Our API's answer: the same code is right once more. */
const lostAnswer: Trouble = async ({ enter, code }) => {
  await loseOnce(page(), "**/api/verify", { after: true });
  await enter(page(), code);
  await expectAlert(page(), offline);
  await enter(page(), code);
};

/** Cognito's answer is lost: the code is used up when the browser asks again. */
const usedUpCode: Trouble = async ({ enter, code, operations }) => {
  await local.fault({ service: "cognito", operation: operations?.check, status: 0, after: true });
  await enter(page(), code);
};

const ofVoidSms = [wrongTwiceMore, backToTheNumber, waitForResend, accessible];
const ofAnotherSms = [resendOffline, anotherCode, serverWait];
const ofMail = [malformed, wrong, accessible, resendOffline, resendFails, replacedCode];

test.each<[keyof typeof codePlaces, Trouble[]]>([
  ["the sign-up's SMS", [wrong, ...ofVoidSms, ...ofAnotherSms, pasted, lostAnswer]],
  ["a phone change", [wrong, accessible, wrongTwiceMore, letWaitPass, ...ofAnotherSms, called, lostAnswer]],
  ["the sign-up's mail", [waitForResend, ...ofMail, pasted, usedUpCode]],
  ["an e-mail change", [waitForResend, ...ofMail, checkOffline, pasted, usedUpCode]],
  ["a password reset", [waitForResend, wrongAndStill, ...ofMail, checkOffline, pasted, usedUpCode]],
])("the code of %s: each failure says what to do next", async (name, troubles) => {
  const place = codePlaces[name];
  const sentTo = await place.reach(page());
  const entry: CodeEntry = { ...place, sentTo, code: await local.code(sentTo) };
  for (const trouble of troubles) await trouble(entry);
  await entry.expectAccepted(page());
});
