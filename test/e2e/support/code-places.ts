/** The places at which a customer enters a code from an SMS or a mail. */
import type { Page } from "playwright-core";
import { toInternationalNumber } from "#shared/normalize.ts";
import { letResendWaitPass } from "./account-change.ts";
import { createConfirmedAccount, newPerson } from "./customer.ts";
import { local } from "./local.ts";
import { askForCode, expectComplete, reset, resetFailed } from "./passwords.ts";
import { enterCode, expectRegistered, expectStep, reachEmailStep, reachSmsStep } from "./sign-up.ts";
import { letSmsWaitPass } from "./sms-limits.ts";
import { type ChangeKind, changeScreen } from "./verified-change.ts";

export interface CodePlace {
  /** Opens the place with a first code sent, and returns the number or address that it went to. */
  reach: (page: Page) => Promise<string>;
  enter: (page: Page, code: string) => Promise<void>;
  /** At the field, for a wrong code. */
  refusal: string;
  /** After another code was sent. */
  resent: string;
  /** Cognito's operations, where our own API does neither. */
  operations?: { send: string; check: string };
  /** The screen after the right code. */
  expectAccepted: (page: Page) => Promise<void>;
}

const verificationFailed = "認証に失敗しました。";
const bySms = { enter: enterCode, resent: "認証コードを再送信しました。SMSをご確認ください。" };
const byMail = { enter: enterCode, resent: "認証コードを再送信しました。メールをご確認ください。" };
const change = (kind: ChangeKind) => ({
  reach: async (page: Page): Promise<string> => {
    const { open, newValue, sendTo } = changeScreen(kind, () => page);
    const target = newValue();
    await open();
    await sendTo(target);
    return target;
  },
  expectAccepted: (page: Page) => page.waitForURL("**/update/comp"),
});

export const codePlaces = {
  "the sign-up's SMS": {
    ...bySms,
    reach: async (page) => {
      const person = newPerson();
      await reachSmsStep(page, person);
      await page.getByText(`${person.phoneNumber} にSMSで届いた認証コードを入力してください。`).waitFor();
      return person.phoneNumber;
    },
    refusal: verificationFailed,
    expectAccepted: (page) => expectStep(page, "ログイン情報"),
  },
  "the sign-up's mail": {
    ...byMail,
    reach: async (page) => {
      const person = newPerson();
      await reachEmailStep(page, person);
      return person.email;
    },
    refusal: verificationFailed,
    operations: { send: "ResendConfirmationCode", check: "ConfirmSignUp" },
    expectAccepted: expectRegistered,
  },
  "a phone change": {
    ...bySms,
    ...change("phone"),
    refusal: "認証コードが正しくありません。",
  },
  "an e-mail change": {
    ...byMail,
    ...change("email"),
    refusal: verificationFailed,
    operations: { send: "UpdateUserAttributes", check: "VerifyUserAttribute" },
  },
  "a password reset": {
    ...byMail,
    reach: async (page) => {
      const person = await createConfirmedAccount();
      const seen = await local.newestMessageId(person.email);
      await askForCode(page, person);
      await local.code(person.email, seen);
      return person.email;
    },
    enter: reset,
    refusal: `${resetFailed}最後に届いたメールの認証コードをご確認ください。`,
    operations: { send: "ForgotPassword", check: "ConfirmForgotPassword" },
    expectAccepted: expectComplete,
  },
} satisfies Record<string, CodePlace>;

/** Long enough for a call with the code of the last SMS, and for another SMS. */
export async function letCallWaitPass(page: Page, phoneNumber: string): Promise<void> {
  await letSmsWaitPass(phoneNumber);
  await local.ageVerification(toInternationalNumber(phoneNumber));
  await letResendWaitPass(page);
}
